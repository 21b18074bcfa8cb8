import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { FilesOfSubmission, SubmittedFile } from '@inlet/contracts/files';
import { createFileLinks } from '@inlet/crypto/file-links';
import type { Form, Submission, User } from '@inlet/db/client';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { buildFile } from '@inlet/testing/build-file';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { buildZipBomb } from '@inlet/testing/build-zip-bomb';
import { watchMemory } from '@inlet/testing/watch-memory';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { unzip } from '#inbox/files/unzip.test-setup.ts';

let folder: string;
let account: TestAccount;
let user: User;
let token: string;
let form: Form;
let submission: Submission;

beforeAll(async () => {
  folder = await makeTemporaryFolder('inlet-files-');
  account = await startTestAccount({ FILES_FOLDER: folder });
});
afterAll(async () => {
  await account.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
  submission = await buildSubmission(prisma, { formId: form.id, createdAt: new Date('2026-11-20T14:05:09.123Z') });
});

const add = (overrides: object = {}) =>
  buildFile(account.deps.database.prisma, account.deps.blobs, submission, { userId: user.id, ...overrides });
const path = () => `/api/v1/forms/${form.id}/submissions`;
const call = async <Body>(address: string, as = token) =>
  (await account.call(`GET ${address}`, { token: as })) as { status: number; body: Body };
const follow = (url: string, init?: RequestInit) => fetch(url.replace('http://localhost:8080', account.url), init);

it('a submission has its files, wherever it is read, with links to those that are available', async () => {
  const files = [
    await add({ position: 1, name: 'second.pdf' }),
    await add({ position: 0, name: 'first.pdf', field: 'photo', type: 'image/png' }),
    await add({ position: 2, name: 'held.exe', state: 'quarantined' }),
    await add({ position: 3, state: 'deleting' }),
  ];
  const plain = await buildSubmission(account.deps.database.prisma, { formId: form.id });
  const { body: one } = await call<{ files: SubmittedFile[] }>(`${path()}/${submission.id}`);
  expect(one.files).toMatchObject([
    { id: files[1]?.id, field: 'photo', name: 'first.pdf', type: 'image/png', size: 10, state: 'available' },
    { id: files[0]?.id, name: 'second.pdf' },
    { name: 'held.exe', state: 'quarantined', url: null },
  ]);
  const { body: page } = await call<{ submissions: { id: string; files: SubmittedFile[] }[] }>(path());
  expect(page.submissions.map(({ id, files: { length } }) => [id, length])).toEqual([
    [plain.id, 0],
    [submission.id, 3],
  ]);
  expect((await account.call('GET /api/v1/changes', { token })).text).toContain('"name":"second.pdf"');
  expect((await account.call(`GET /api/v1/forms/${form.id}/samples`, { token })).text).toContain('first.pdf');
});

it('a link leads to the bytes, as a download that no browser shows', async () => {
  const bytes = randomBytes(300_000);
  await add({ bytes, name: '../rêsumé <b>"x".svg', type: 'image/svg+xml' });
  const { body } = await call<FilesOfSubmission>(`${path()}/${submission.id}/files`);
  const url = body.files[0]?.url ?? '';
  const answer = await follow(url);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '300000',
    'content-disposition': `attachment; filename="-resume -b-x-.svg"; filename*=UTF-8''-r%C3%AAsum%C3%A9%20-b-x-.svg`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(await follow(url, { method: 'HEAD' })).toMatchObject({ status: 200 });
});

it('refuses a link that is too old, changed, or of a file that is held or gone', async () => {
  const file = await add();
  const links = createFileLinks(account.deps.config.ENCRYPTION_KEYS, account.url);
  const statusOf = async (url: string) => (await follow(url)).status;
  const url = links.urlOf('file', file.id);
  expect(await statusOf(url)).toBe(200);
  expect(await statusOf(links.urlOf('file', file.id, Date.now() - 301_000))).toBe(403);
  expect(await statusOf(`${url}x`)).toBe(403);
  expect(await statusOf(url.replace(/exp=\d+/, 'exp=99999999999'))).toBe(403);
  expect(await statusOf(`${account.url}/files/${file.id}`)).toBe(422);
  expect(await statusOf(links.urlOf('file', submission.id))).toBe(404);
  expect(await statusOf(links.urlOf('archive', file.id))).toBe(404);
  for (const state of ['quarantined', 'scanning', 'deleting']) {
    await account.deps.database.prisma.file.update({ where: { id: file.id }, data: { state } });
    expect(await statusOf(url)).toBe(404);
  }
});

it('only the owner lists the files of a submission, and only by its form', async () => {
  await add();
  const stranger = await account.signIn(await buildUser(account.deps.database.prisma));
  const other = await buildForm(account.deps.database.prisma, { userId: user.id });
  expect((await call(`${path()}/${submission.id}/files`, stranger)).status).toBe(404);
  expect((await call(`/api/v1/forms/${other.id}/submissions/${submission.id}/files`)).status).toBe(404);
});

it('all files of a submission come in one archive, each under a name of its own', async () => {
  for (const [position, text] of ['one', 'two', 'three'].entries())
    await add({ position, name: position === 2 ? 'CV.pdf' : 'cv.pdf', bytes: Buffer.from(text) });
  await add({ position: 3, state: 'quarantined', name: 'held.exe' });
  const { body } = await call<FilesOfSubmission>(`${path()}/${submission.id}/files`);
  const answer = await follow(body.archiveUrl ?? '');
  expect(answer.headers.get('content-disposition')).toContain('files-2026-11-20.zip');
  const entries = unzip(Buffer.from(await answer.arrayBuffer()));
  expect([...entries]).toEqual([
    ['cv.pdf', 'one'],
    ['cv (2).pdf', 'two'],
    ['CV (3).pdf', 'three'],
  ]);
});

it('an export as ZIP has the table, and the files of what the filter finds', async () => {
  await add({ bytes: Buffer.from('a file') });
  const { prisma } = account.deps.database;
  const spam = await buildSubmission(prisma, { formId: form.id, isSpam: true });
  await buildFile(prisma, account.deps.blobs, spam, { userId: user.id });
  const answer = await fetch(`${account.url}/api/v1/forms/${form.id}/export?format=zip`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const entries = unzip(Buffer.from(await answer.arrayBuffer()));
  expect([...entries.keys()]).toEqual(['submissions.csv', `files/2026-11-20 14.05.09 ${submission.id}/cv.pdf`]);
  expect(entries.get('submissions.csv')).toMatch(/^\ufeffDate,Origin,Data\r\n2026-11-20 14:05:09,/);
  expect(entries.get(`files/2026-11-20 14.05.09 ${submission.id}/cv.pdf`)).toBe('a file');
});

it('zip bombs are sent as the bytes that they are, alone and many in an export: nothing unpacks them', async () => {
  const [bomb, count] = [await buildZipBomb(), 40];
  const { prisma } = account.deps.database;
  const isRight = async (answer: Response, copies: number) => {
    const bytes = Buffer.from(await answer.arrayBuffer());
    let found = 0;
    for (let at = bytes.indexOf(bomb); at !== -1; at = bytes.indexOf(bomb, at + bomb.length)) found += 1;
    expect(found).toBe(copies);
    expect(bytes.length - copies * bomb.length).toBeLessThan(copies * 1_000 + 1_000);
  };
  for (let n = 0; n < count; n += 1) {
    submission = await buildSubmission(prisma, { formId: form.id });
    await add({ bytes: bomb, name: 'report.docx' });
  }
  const grown = watchMemory();
  const { body } = await call<FilesOfSubmission>(`${path()}/${submission.id}/files`);
  await isRight(await follow(body.files[0]?.url ?? ''), 1);
  await isRight(await follow(body.archiveUrl ?? ''), 1);
  const headers = { authorization: `Bearer ${token}` };
  await isRight(await fetch(`${account.url}/api/v1/forms/${form.id}/export?format=zip`, { headers }), count);
  // A single entry would take more.
  expect(grown()).toBeLessThan(150_000_000);
});

it('exports name the files of a form that has some, but its CSV keeps the columns Date, Origin and Data', async () => {
  const exported = async (query: string, formId = form.id) =>
    (await account.call(`GET /api/v1/forms/${formId}/export?${query}`, { token })).text.replace('\ufeff', '');
  expect(await exported('format=csv&columns=fields')).not.toContain('Files');
  expect(await exported('format=ndjson')).not.toContain('"files"');
  const file = await add({ name: '=cv;1 "a".pdf', bytes: Buffer.alloc(12) });
  await add({ position: 1, name: 'b.exe', state: 'quarantined' });
  await add({ position: 2, state: 'deleting', name: 'gone' });
  const plain = await buildSubmission(account.deps.database.prisma, { formId: form.id });
  const link = `${account.deps.config.PUBLIC_URL}/forms/${form.id}?submission=${submission.id}`;
  const lines = (await exported('format=ndjson')).trimEnd().split('\n');
  const [without, with2] = lines.map((line) => JSON.parse(line) as { id: string; files: object[] });
  expect(without).toMatchObject({ id: plain.id, files: [] });
  expect(with2?.files).toEqual([
    {
      ...{ id: file.id, field: 'cv', name: '=cv;1 "a".pdf', type: 'application/pdf', size: 12, state: 'available' },
      link,
    },
    expect.objectContaining({ name: 'b.exe', state: 'quarantined', link }),
  ]);
  const [head, ...rows] = (await exported('format=csv')).trimEnd().split('\r\n');
  expect(head).toBe('Date,Origin,Data');
  const threeCells = expect.stringMatching(/^[^,]+,"[^"]*","\{(?:[^"]|"")*\}"$/);
  expect(rows).toEqual([threeCells, threeCells]);
  const table = await exported('format=csv&columns=fields');
  expect(table).toMatch(/,Files,Link to files\r\n/);
  expect(table).toContain(`,"'=cv;1 ""a"".pdf (12 bytes), b.exe (10 bytes, quarantined)",${link}\r\n`);
  const { body } = await call<{ forms: { submissions: { id: string; files: object[] }[] }[] }>('/api/v1/me/export');
  expect(body.forms[0]?.submissions).toMatchObject([
    { id: plain.id, files: [] },
    { id: submission.id, files: [{ name: '=cv;1 "a".pdf', size: 12, sha256: file.sha256 }, { name: 'b.exe' }] },
  ]);
});

it('usage tells how much storage the files take', async () => {
  await add({ bytes: Buffer.alloc(1_234) });
  const { body } = await call<object>('/api/v1/usage');
  expect(body).toMatchObject({ currentStorage: 1_234, isStorageLimitReached: false });
});

it('a submission that is deleted leaves no file to be read', async () => {
  const file = await add();
  const { body } = await call<FilesOfSubmission>(`${path()}/${submission.id}/files`);
  await account.call(`DELETE ${path()}/${submission.id}`, { token });
  expect((await follow(body.files[0]?.url ?? '')).status).toBe(404);
  expect(await account.deps.database.prisma.file.findUnique({ where: { id: file.id } })).toMatchObject({
    state: 'deleting',
  });
});
