import { apiKeyListSchema, newApiKeySchema } from '@inlet/contracts/api-keys';
import { formSchema } from '@inlet/contracts/forms';
import { waitUntil } from '@inlet/local-servers/wait-until';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword as password } from '#account-of.test-setup.ts';
import { hashApiKey } from '#identity/keys/api-key.ts';
import { mailsTo, newestMail } from '#mailbox.test-setup.ts';

let account: TestAccount;
let user: BuiltUser;
let token: string;
beforeAll(async () => {
  account = await startTestAccount({ RATE_LIMITS: 'on' });
});
afterAll(() => account.close());
beforeEach(async () => {
  user = await accountOf(account);
  token = await account.signIn(user);
});

const robot = { name: 'Robot', scope: 'write', password } as const;
const create = (body: unknown) => account.call('POST /api/v1/me/api-keys', { token, body });
const list = async () =>
  apiKeyListSchema.parse((await account.call('GET /api/v1/me/api-keys', { token })).body).apiKeys;
const soon = () => new Date(Date.now() + 60_000).toISOString();

describe('making an API key', () => {
  it('wants the password, and stops taking guesses after ten', async () => {
    const refused = { error: 'Incorrect password', code: 'wrong_password' };
    for (let n = 0; n < 10; n += 1) {
      const answer = await create({ ...robot, password: 'wrong horse' });
      expect([answer.status, answer.body]).toEqual([403, refused]);
    }
    expect((await create(robot)).status).toBe(429);
    expect(await list()).toEqual([]);
    expect(await mailsTo(account, user.email)).toEqual([]);
  });

  it('tells the owner by mail what the key may do, and for how long', async () => {
    expect((await create(robot)).status).toBe(201);
    const mail = await newestMail(account, user.email);
    expect(mail.subject).toBe('An API key was created');
    expect(mail.text).toContain('“Robot”. A program that has it may read and change your forms and submissions, until');
    expect(mail.text).toContain('until it is revoked.');
    expect(mail.text).toContain('http://localhost:8080/settings/api-keys');
    await create({ ...robot, scope: 'read', expiresAt: '2999-01-31T12:00:00Z' });
    const { text } = await newestMail(account, user.email);
    expect(text).toContain('may read your forms and submissions, until Thu, 31 Jan 2999 12:00:00 GMT.');
  });

  it('takes a time from which on the key is refused', async () => {
    const expiresAt = '2999-01-31T13:00:00+01:00';
    const made = newApiKeySchema.strict().parse((await create({ ...robot, expiresAt })).body);
    expect(made.expiresAt).toBe('2999-01-31T12:00:00.000Z');
    expect(await list()).toMatchObject([{ id: made.id, expiresAt: made.expiresAt }]);
    expect(newApiKeySchema.parse((await create({ ...robot, expiresAt: null })).body).expiresAt).toBeNull();
  });

  it.each([
    ['name', { name: undefined }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\0b' }],
    ['name', { name: 7 }],
    ['scope', { scope: undefined }],
    ['scope', { scope: 'admin' }],
    ['password', { password: 7 }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: 4_102_444_800 }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const answer = await create({ ...robot, expiresAt: soon(), ...wrong });
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_input', issues: [{ field }] }]);
    expect(await list()).toEqual([]);
  });

  it('leaves twenty at the most, while twenty-four are made at once', async () => {
    const free = await startTestAccount();
    try {
      const owner = await accountOf(free);
      const by = await free.signIn(owner);
      const make = () => free.call('POST /api/v1/me/api-keys', { token: by, body: robot });
      const answers = await Promise.all(Array.from({ length: 24 }, make));
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused.map(({ status, body }) => [status, body])).toEqual(
        Array(4).fill([403, expect.objectContaining({ code: 'api_key_limit_reached' })]),
      );
      expect(await auditOf(free, owner.id)).toHaveLength(20);
      await free.deps.database.prisma.apiKey.deleteMany({ where: { userId: owner.id, name: 'Robot' }, limit: 1 });
      expect((await make()).status).toBe(201);
    } finally {
      await free.close();
    }
  });

  it('is refused where the password was replaced in the same moment', async () => {
    const { pool, prisma } = account.deps.database;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('update users set password_hash = $2 where id = $1', [user.id, 'another hash']);
      const made = create(robot);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const isWaiting = async () => (await pool.query(waiting)).rowCount === 1;
      await waitUntil(isWaiting, { what: 'the key to wait for the new password' });
      await client.query('commit');
      expect([(await made).status, (await made).body]).toMatchObject([403, { code: 'wrong_password' }]);
    } finally {
      client.release();
    }
    expect(await prisma.apiKey.count({ where: { userId: user.id } })).toBe(0);
  });

  it('asks for a confirmation where no password is given and the sign-in is long ago', async () => {
    const { prisma } = account.deps.database;
    expect((await create({ name: 'Robot', scope: 'read' })).status).toBe(201);
    await prisma.session.updateMany({ data: { createdAt: new Date(0), confirmedAt: null } });
    expect((await create({ name: 'Robot', scope: 'read' })).body).toMatchObject({ code: 'confirmation_required' });
  });

  it('gives a key no more than its scopes, and hides it from the release before', async () => {
    const { prisma } = account.deps.database;
    const { key, ...made } = newApiKeySchema.parse(
      (await create({ ...robot, scope: undefined, scopes: ['forms:write'] })).body,
    );
    expect(made).toMatchObject({ scope: null, scopes: ['forms:read', 'forms:write'] });
    expect(await prisma.apiKey.findUnique({ where: { tokenHash: hashApiKey(key) } })).toBeNull();
    const ask = (request: string) =>
      account.call(request, { token: key, body: request.startsWith('GET') ? undefined : {} });
    expect((await ask('GET /api/v1/forms')).status).toBe(200);
    expect((await ask('POST /api/v1/forms')).status).toBe(422);
    expect((await ask('GET /api/v1/analytics')).body).toMatchObject({ code: 'scope_missing' });
    expect((await ask('POST /api/v1/hooks')).body).toMatchObject({ code: 'scope_missing' });
  });

  it('shows no submission to a key that only manages integrations', async () => {
    const scopes = ['forms:write', 'integrations:write'];
    const newForm = { name: 'Contact', allowedOrigins: ['https://example.com'] };
    const { key: token } = newApiKeySchema.parse((await create({ ...robot, scope: undefined, scopes })).body);
    const { body } = await account.call('POST /api/v1/forms', { token, body: newForm });
    const form = `/api/v1/forms/${formSchema.parse(body).id}`;
    expect((await account.call(`GET ${form}/targets`, { token })).status).toBe(200);
    for (const request of [`GET ${form}/samples`, `GET ${form}/submissions`, `GET ${form}/export`]) {
      expect((await account.call(request, { token })).body, request).toMatchObject({ code: 'scope_missing' });
    }
  });
});
