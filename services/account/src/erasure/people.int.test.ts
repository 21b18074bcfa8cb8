import { createPublicKey, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { erasureContext, erasureKeySchema, erasureListSchema, erasureSchema } from '@inlet/contracts/erasures';
import { type Person, personSchema } from '@inlet/contracts/found-person';
import type { Form, User } from '@inlet/db/client';
import { appendToLedger } from '@inlet/erasure/ledger';
import { listen } from '@inlet/http/server';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anotherApp, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
import { upkeep } from '#background-work.ts';
import { createLedger } from '#erasure/create-ledger.ts';
import { makeKey } from '#make-key.test-setup.ts';

const address = 'ada@example.com';
let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  user = await accountOf(account);
  token = await account.signIn(user);
  form = await addForm('Contact');
});

const addForm = (name: string, userId = user.id) => buildForm(account.deps.database.prisma, { userId, name });
const store = (data: object, { id: formId } = form, more = {}) =>
  buildSubmission(account.deps.database.prisma, { formId, data: data as never, ...more });
async function find(email = address): Promise<Person> {
  const answer = await account.call(`GET /api/v1/people?email=${encodeURIComponent(email)}`, { token });
  expect([answer.status, answer.text]).toMatchObject([200, expect.any(String)]);
  return personSchema.strict().parse(answer.body);
}
const ask = (body: unknown, by = token) => account.call('POST /api/v1/erasures', { token: by, body });

describe('finding a person', () => {
  it('finds fields that equal the address, in whatever case and however deep, in all forms and folders', async () => {
    const other = await addForm('Orders');
    const found = [
      await store({ email: ' ADA@Example.com\n' }),
      await store({ people: [{ contact: { mail: address } }] }, other),
      await store({ email: address }, form, { isSpam: true }),
      await store({ name: 'Ada' }, form, { replyTo: 'Ada@example.com' }),
    ];
    await store({ email: 'grada@example.com', text: 'ada@example.com.au' });
    const person = await find('Ada@Example.com ');
    expect(person.submissions.map(({ id }) => id).toSorted()).toEqual(found.map(({ id }) => id).toSorted());
    expect(person).toMatchObject({ email: address, total: 4, counts: { submissions: 4, notes: 0 }, mentionCount: 0 });
    expect(new Set(person.submissions.map(({ formName }) => formName))).toEqual(new Set(['Contact', 'Orders']));
  });

  it('sees through the escapes of JSON', async () => {
    const escaped = String.raw`{"email":"\u0061da\u0040example.com"}`;
    const broken = String.raw`{"email":"ada\u0040example.com","other":"\ud83d"}`;
    await account.deps.database.pool.query(
      `insert into submissions (id, form_id, data, created_at)
       select gen_random_uuid(), $1, json, now() from unnest($2::json[]) as json`,
      [form.id, [escaped, broken]],
    );
    // Half a surrogate pair, as previous releases stored it, cannot be read by any database function.
    expect((await find()).total).toBe(2);
  });

  it('lists mentions within longer texts, with the text around them', async () => {
    const { id } = await store({ messages: [{ text: 'Please write to Ada@example.com, thanks.' }] });
    const { mentions, mentionCount, total } = await find();
    expect([total, mentionCount]).toEqual([0, 1]);
    expect(mentions).toEqual([
      {
        place: 'field',
        formId: form.id,
        formName: 'Contact',
        submissionId: id,
        field: 'messages.0.text',
        excerpt: 'Please write to Ada@example.com, thanks.',
      },
    ]);
  });

  it('counts what is kept beside the submissions', async () => {
    const { prisma } = account.deps.database;
    const { id: submissionId } = await store({ email: address });
    const receivedAt = new Date();
    await prisma.submissionState.create({ data: { submissionId, formId: form.id, receivedAt, note: `of ${address}` } });
    const target = await buildTarget(prisma, { formId: form.id, sealed: new Uint8Array(1) });
    const common = { targetId: target.id, eventId: submissionId, type: 'submission.created', submissionId };
    await prisma.delivery.create({ data: { ...common, occurredAt: receivedAt, dueAt: receivedAt } });
    const attempt = { number: 1, state: 'failed', durationMs: 1, startedAt: receivedAt };
    await prisma.deliveryAttempt.create({ data: { ...common, ...attempt, id: uuidv7({ msecs: Date.now() }) } });
    await prisma.deliveryAttempt.create({
      data: { ...common, ...attempt, id: uuidv7({ msecs: Date.now() }), submissionId: null, response: `no ${address}` },
    });
    const mail = {
      to: address,
      subject: 'Hello',
      text: 'Hello',
      html: '',
      kind: 'auto-reply',
      formId: form.id,
    } as const;
    await account.deps.producer.add('send-mail', randomUUID(), mail);
    await prisma.suppression.create({ data: { email: address, scope: 'all', reason: 'complaint' } });
    for (const email of [address, `ask ${address}`]) {
      const json = JSON.stringify({ email });
      const payload = Buffer.from(JSON.stringify({ json, subject: null, replyTo: null }));
      await prisma.deadSubmission.create({ data: { id: randomUUID(), formId: form.id, payload, reason: 'no room' } });
    }
    const { counts, mentions } = await find();
    expect(counts).toEqual({
      submissions: 1,
      files: 0,
      notes: 1,
      deliveries: 1,
      attempts: 2,
      deadSubmissions: 1,
      mails: 1,
      suppressions: 1,
    });
    expect(mentions.map(({ place, excerpt }) => [place, excerpt])).toEqual([
      ['set_aside', '{"email":"ask ada@example.com"}'],
    ]);
  });

  it('shows nothing of another account', async () => {
    const stranger = await buildUser(account.deps.database.prisma);
    await store({ email: address }, await addForm('Theirs', stranger.id));
    expect(await find()).toMatchObject({ total: 0, submissions: [] });
  });

  it.each(['', 'ada', 'ada@', 'a b@example.com', `${'a'.repeat(300)}@example.com`])('refuses %j', async (email) => {
    const answer = await account.call(`GET /api/v1/people?email=${encodeURIComponent(email)}`, { token });
    expect(answer.status).toBe(422);
  });

  it('is open without a subscription', async () => {
    const lapsed = await buildUser(account.deps.database.prisma, { subscriptionStatus: 'inactive' });
    const by = await account.signIn(lapsed);
    expect((await account.call(`GET /api/v1/people?email=${address}`, { token: by })).status).toBe(200);
    expect((await ask({ email: address }, by)).status).toBe(202);
  });
});

describe('an erasure', () => {
  it('waits for the worker, with the address under seal', async () => {
    const answer = await ask({ email: ' Ada@Example.com' });
    expect(answer.status).toBe(202);
    const { id } = answer.body as { id: string };
    const read = await account.call(`GET /api/v1/erasures/${id}`, { token });
    expect(erasureSchema.strict().parse(read.body)).toMatchObject({
      id,
      state: 'waiting',
      receipt: null,
      mentions: [],
    });
    const list = await account.call('GET /api/v1/erasures', { token });
    expect(
      erasureListSchema
        .strict()
        .parse(list.body)
        .erasures.map((one) => one.id),
    ).toEqual([id]);
    const stored = await account.deps.database.prisma.erasure.findUniqueOrThrow({ where: { id } });
    expect(account.deps.sealing.open(stored.sealed as Uint8Array, erasureContext(id))).toBe(address);
    expect(JSON.stringify(stored)).not.toContain('example.com');
    expect(await auditOf(account, user.id)).toContain('erasure.requested');
  });

  it('is asked for once while it is under way', async () => {
    const [first, second] = await Promise.all([ask({ email: address }), ask({ email: 'ADA@example.com' })]);
    expect(second.body).toEqual(first.body);
    const stranger = await account.signIn(await accountOf(account));
    expect((await ask({ email: address }, stranger)).body).not.toEqual(first.body);
  });

  it('cannot be begun by a key, which may read how far it is', async () => {
    const { key } = await makeKey(account, user.id);
    expect(await ask({ email: address }, key)).toMatchObject({ status: 403, body: { code: 'person_required' } });
    expect(await account.deps.database.prisma.erasure.count({ where: { userId: user.id } })).toBe(0);
    const { id } = (await ask({ email: address })).body as { id: string };
    expect((await account.call(`GET /api/v1/erasures/${id}`, { token: key })).status).toBe(200);
  });

  it('can be verified with a key from the API', async () => {
    const answer = await account.call('GET /api/v1/erasures/key', { token });
    const { keys } = erasureKeySchema.parse(answer.body);
    expect(createPublicKey(keys[0]?.pem ?? '').export({ format: 'jwk' })).toMatchObject({ x: keys[0]?.x });
  });
});

/** This simulates a restart of the service. */
async function startAgain(path: string) {
  const { deps, serviceDatabase: database } = account;
  const ledger = createLedger({ ...deps, database, config: { ...deps.config, ERASURE_LEDGER: path } });
  onTestFinished(startBackgroundWork({ row: upkeep.ledger }, { ...deps, ledger }).close);
  const { port, close } = await listen(anotherApp(deps, { ledger }), { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  return async (request: string, token = '') => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${port}${request}`, { headers });
    return response.status;
  };
}

const ready = (statusOf: (path: string) => Promise<number>) =>
  waitUntil(async () => (await statusOf('/readyz')) === 200, { what: 'account to be ready' });

it('serves nothing after a restore until the erasures of the ledger are done, and then at once', async () => {
  const { prisma } = account.deps.database;
  const path = join(await createDisposableFolder(), 'erasures.ndjson');
  const [id, gone, old] = [randomUUID(), randomUUID(), randomUUID()];
  const times = { requestedAt: new Date().toISOString(), finishedAt: new Date().toISOString() };
  const address = Buffer.alloc(32).toString('base64url');
  await appendToLedger(path, { id, account: user.id, address, ...times });
  // Neither can be repeated: the account is deleted, and the database has deleted the erasure by age.
  await appendToLedger(path, { id: gone, account: randomUUID(), address, ...times });
  const finishedAt = '2001-01-01T00:00:00.000Z';
  await appendToLedger(path, { id: old, account: user.id, address, requestedAt: finishedAt, finishedAt });

  const statusOf = await startAgain(path);
  const rows = () =>
    prisma.erasure.findMany({ where: { userId: user.id }, select: { id: true, state: true, sealed: true } });
  await waitUntil(async () => (await rows()).length > 0, { what: 'the erasure to wait for a worker' });
  expect(await rows()).toEqual([{ id, state: 'waiting', sealed: null }]);
  const paths = ['/livez', '/readyz', '/api/v1/forms', '/api/config', '/files/x'];
  expect(await Promise.all(paths.map((one) => statusOf(one, token)))).toEqual([200, 503, 503, 503, 503]);
  // Ingest may read forms, because accepting submissions shows nothing.
  expect(await statusOf('/internal/forms')).toBe(403);
  await prisma.erasure.update({ where: { id }, data: { state: 'done', finishedAt: new Date() } });
  await ready(statusOf);
  expect(await statusOf('/api/v1/forms', token)).toBe(200);

  // A new request has nothing to do with a restore.
  await prisma.erasure.create({ data: { id: randomUUID(), userId: user.id, addressHash: new Uint8Array(32) } });
  await ready(await startAgain(path));
});
