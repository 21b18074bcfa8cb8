import { gunzipSync } from 'node:zlib';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { openExport, storeMany, storeText } from '#inbox/export/export.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
  user = await buildUser(account.deps.database.prisma);
  token = await account.signIn(user);
});
afterAll(() => account.close());
beforeEach(async () => {
  form = await buildForm(account.deps.database.prisma, { userId: user.id, name: 'Café' });
});

const store = (values: Omit<Parameters<typeof buildSubmission>[1], 'formId'>) =>
  buildSubmission(account.deps.database.prisma, { formId: form.id, ...values });
const ask = (query = '', method = 'GET') =>
  account.call(`${method} /api/v1/forms/${form.id}/export${query}`, { token });
const linesOf = async (query: string) => {
  const { status, text } = await ask(`?format=ndjson${query}`);
  expect(status).toBe(200);
  return text.split('\n').slice(0, -1);
};
const idsOf = async (query = '') => (await linesOf(query)).map((line) => JSON.parse(line).id as string);

describe('an export as CSV', () => {
  it('has the columns of the product, newest first, in the alphabet that Excel expects', async () => {
    await store({ createdAt: new Date('2025-01-02T03:04:05.678Z'), data: { name: 'Müller, "Ann"' }, origin: null });
    await store({ createdAt: new Date('2025-12-31T23:59:59.999Z'), data: { a: 'b\nc' }, origin: 'https://a.example' });
    const { head, bytes } = await openExport(account, form.id, token).whole();
    expect(head.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Cafe-submissions.csv"; filename*=UTF-8''Caf%C3%A9-submissions.csv`,
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(bytes.toString()).toBe(
      '\ufeffDate,Origin,Data\r\n' +
        '2025-12-31 23:59:59,"https://a.example","{""a"":""b\\nc""}"\r\n' +
        '2025-01-02 03:04:05,"Unknown","{""name"":""Müller, \\""Ann\\""""}"\r\n',
    );
  });

  it('is what is asked for when nothing is said, and has a head where there is nothing', async () => {
    expect((await openExport(account, form.id, token, '').whole()).bytes.toString()).toBe('\ufeffDate,Origin,Data\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1'])(
    'shows %j as a text and not as a formula',
    async (origin) => {
      await store({ origin, data: {} });
      // A tab or a line break inside would start a cell for programs that split there.
      expect((await ask()).text).toContain(`,"'${origin.replace(/[\t\r\n]/, ' ')}","{}"\r\n`);
    },
  );

  it('names no origin where an empty one is stored, and keeps the quotes of a strange one', async () => {
    await store({ origin: '', data: {}, createdAt: new Date(2_000) });
    await store({ origin: 'a "b", c', data: {}, createdAt: new Date(1_000) });
    expect((await ask()).text.split('\r\n').slice(1, 3)).toEqual([
      '1970-01-01 00:00:02,"Unknown","{}"',
      '1970-01-01 00:00:01,"a ""b"", c","{}"',
    ]);
  });

  it('gives the fields as they were sent, to the last digit', async () => {
    const text = '{"id":12345678901234567890,"price":1.0,"huge":1e400,"__proto__":"x","a":1,"a":2}';
    await storeText(account, form.id, text);
    expect((await ask()).text).toContain(`"${text.replaceAll('"', '""')}"`);
  });
});

describe('an export as NDJSON', () => {
  it('has a submission on each line with all that is kept of it', async () => {
    const createdAt = new Date('2025-01-02T03:04:05.070Z');
    const [userAgent, origin] = ['a "b" \\ \u0001 ü', 'https://a.example'];
    const row = await store({ createdAt, origin, userAgent, data: { name: 'Ann' } });
    const bare = await store({ createdAt: new Date(0), origin: null, userAgent: null, data: {} });
    const { head, bytes } = await openExport(account, form.id, token, '?format=ndjson').whole();
    expect(head.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(head.headers['content-disposition']).toContain('filename="Cafe-submissions.ndjson"');
    const lines = bytes.toString().split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { id: row.id, createdAt: createdAt.toISOString(), origin, userAgent, isSpam: false, data: { name: 'Ann' } },
      { id: bare.id, createdAt: new Date(0).toISOString(), origin: null, userAgent: null, isSpam: false, data: {} },
    ]);
  });

  it('gives the fields as they were sent, to the last digit', async () => {
    const text = '{"id":12345678901234567890,"price":1.0,"huge":1e400,"__proto__":"x","a":1,"a":2}';
    await storeText(account, form.id, text);
    expect(await linesOf('')).toEqual([expect.stringContaining(`,"data":${text}}`)]);
  });

  it('keeps a submission on one line that was stored on several', async () => {
    await storeText(account, form.id, '{\r\n "a": "b\\nc"\n}');
    expect((await linesOf('')).map((line) => JSON.parse(line).data)).toEqual([{ a: 'b\nc' }]);
  });
});

describe('what an export holds', () => {
  it('is what its filter finds', async () => {
    const at = (day: number) => new Date(Date.UTC(2025, 0, day));
    const first = await store({ createdAt: at(1), origin: 'https://a.example', data: { say: '50 % "off"' } });
    const second = await store({ createdAt: at(2), origin: null, data: { say: '50 percent' } });
    const spam = await store({ createdAt: at(3), isSpam: true, data: { say: 'Hello' } });
    expect(await idsOf()).toEqual([second.id, first.id]);
    expect(await idsOf('&spam=true')).toEqual([spam.id]);
    expect(await idsOf('&from=2025-01-02')).toEqual([second.id]);
    expect(await idsOf('&to=2025-01-02')).toEqual([first.id]);
    expect(await idsOf('&origin=none')).toEqual([second.id]);
    expect(await idsOf('&origin=https://a.example')).toEqual([first.id]);
    expect(await idsOf(`&q=${encodeURIComponent('% "OFF')}`)).toEqual([first.id]);
    expect(await idsOf('&q=nobody')).toEqual([]);
  });

  it('is every submission once, over many pages and where many came in one moment', async () => {
    await storeMany(account, form.id, 7_001, { rowsOfOneMoment: 2_900 });
    const { rows } = await account.deps.database.pool.query<{ id: string }>(
      'select id from submissions where form_id = $1 order by created_at desc, id desc',
      [form.id],
    );
    expect(await idsOf()).toEqual(rows.map(({ id }) => id));
  });

  it('is found where nothing is found for many pages', async () => {
    await storeMany(account, form.id, 7_001);
    expect(await linesOf('&q=%22number%207001.%22')).toHaveLength(1);
    expect(await linesOf('&q=%22number%201.%22')).toHaveLength(1);
  });

  it('may be much larger than a page', async () => {
    await storeMany(account, form.id, 12, { bytes: 900_000 });
    expect((await linesOf('')).map((line) => line.length > 900_000)).toEqual(Array(12).fill(true));
  });

  it('is nothing of another form', async () => {
    const other = await buildForm(account.deps.database.prisma, { userId: user.id });
    await buildSubmission(account.deps.database.prisma, { formId: other.id });
    expect(await idsOf()).toEqual([]);
  });
});

describe('an export', () => {
  it('says how many there are where a counter knows it', async () => {
    const data = { formId: form.id, submissionCount: 12, spamCount: 3, lastSubmissionAt: null };
    await account.deps.database.prisma.formTotal.create({ data });
    const total = async (query: string) => (await ask(query)).headers.get('x-total-count');
    expect([await total(''), await total('?spam=true'), await total('?q=a')]).toEqual(['12', '3', null]);
  });

  it('answers a HEAD with its headers, reads nothing for it and notes nothing', async () => {
    await store({ data: {} });
    const before = await account.deps.database.prisma.auditEvent.count();
    const { status, headers } = await ask('?format=ndjson', 'HEAD');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(headers.get('x-total-count')).toBe('0');
    expect(await account.deps.database.prisma.auditEvent.count()).toBe(before);
  });

  it('is compressed for who can read that', async () => {
    await storeMany(account, form.id, 3_000);
    const plain = await openExport(account, form.id, token).whole();
    const packed = await openExport(account, form.id, token, '', { 'accept-encoding': 'br, gzip' }).whole();
    expect([plain.head.headers['content-encoding'], packed.head.headers['content-encoding']]).toEqual([
      undefined,
      'gzip',
    ]);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  });

  it('is noted for the owner', async () => {
    await ask('?format=ndjson');
    const event = await account.deps.database.prisma.auditEvent.findFirst({
      where: { userId: user.id, action: 'form.exported', details: { path: ['formId'], equals: form.id } },
    });
    expect(event?.details).toEqual({ formId: form.id, format: 'ndjson' });
  });

  it.each(['?format=xml', '?from=yesterday', '?spam=maybe', '?q=%00', '?to=2025-13-01', '?format=csv&format=csv'])(
    'refuses %s',
    async (query) => {
      const answer = await ask(query);
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_input' }]);
      expect(answer.headers.get('content-disposition')).toBeNull();
    },
  );
});
