import { createPublicKey, randomUUID } from 'node:crypto';
import {
  erasureContext,
  erasureKeySchema,
  erasureListSchema,
  erasureSchema,
  type Person,
  personSchema,
} from '@inlet/contracts/erasures';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
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
    // Half a pair, as releases before have stored it, can be read by no function of the database.
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
    await prisma.deliveryAttempt.create({ data: { ...common, ...attempt, id: uuidv7() } });
    await prisma.deliveryAttempt.create({
      data: { ...common, ...attempt, id: uuidv7(), submissionId: null, response: `no ${address}` },
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

  it('may be asked for by a key that may write', async () => {
    expect((await ask({ email: address }, (await makeKey(account, user.id)).key)).status).toBe(202);
    const { key } = await makeKey(account, user.id, { scope: 'read' });
    expect(await ask({ email: address }, key)).toMatchObject({ status: 403, body: { code: 'key_may_only_read' } });
  });

  it('can be verified by a key that the API tells', async () => {
    const answer = await account.call('GET /api/v1/erasures/key', { token });
    const { keys } = erasureKeySchema.parse(answer.body);
    expect(createPublicKey(keys[0]?.pem ?? '').export({ format: 'jwk' })).toMatchObject({ x: keys[0]?.x });
  });
});
