import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@inlet/contracts/sessions';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testClient } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import { lockTable } from '#lock-table.test-setup.ts';

const email = 'owner@example.com';
const password = 'correct horse';
let account: TestAccount;
let user: BuiltUser;

beforeAll(async () => {
  account = await startTestAccount();
  user = await buildUser(account.deps.database.prisma, { email, passwordHash: await hashPassword(password) });
});
afterAll(() => account.close());

const signIn = (body: unknown, headers: Record<string, string> = {}) =>
  account.call('POST /api/auth/sign-in', { body, headers });

describe('sign-in', () => {
  it('answers a session whose refresh token is in a cookie that no script and no other website gets', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const answer = await signIn({ email, password });
    expect(answer.status).toBe(200);
    const session = sessionSchema.strict().parse(answer.body);
    expect(session).not.toHaveProperty('refresh_token');
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { id: user.id, email } });
    expect(session.expires_at).toBeGreaterThanOrEqual(before + 900);
    expect(session.expires_at).toBeLessThanOrEqual(Date.now() / 1_000 + 900);

    const [pair, ...attributes] = (answer.headers.getSetCookie()[0] ?? '').split('; ');
    expect(pair).toMatch(/^inlet_refresh=[0-9a-f-]{36}\.[\w-]{43}$/);
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=2592000']));
    expect(attributes).not.toContain('Secure');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('gives an access token that opens the management API', async () => {
    const { access_token: token } = sessionSchema.parse((await signIn({ email, password })).body);
    const me = await account.call('GET /api/v1/me', { token });
    expect(me.body).toMatchObject({ id: user.id, email });
    expect(me.text).not.toContain('argon2');
  });

  it('gives a program the refresh token in the body, and no cookie', async () => {
    const answer = await signIn({ email, password, transport: 'token' });
    expect(sessionSchema.parse(answer.body).refresh_token).toMatch(/^[0-9a-f-]{36}\.[\w-]{43}$/);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('keeps of a refresh token only what cannot be used', async () => {
    const answer = await signIn({ email, password, transport: 'token' });
    const [id = '', secret] = sessionSchema.parse(answer.body).refresh_token?.split('.') ?? [];
    const stored = await account.deps.database.prisma.session.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('ends the session whose cookie it replaces, and no other', async () => {
    const [mine, elsewhere] = [
      await account.deps.sessions.open(user, testClient),
      await account.deps.sessions.open(user, testClient),
    ];
    const cookie = `inlet_refresh=${mine.refreshToken}`;
    await signIn({ email, password: 'wrong horse' }, { cookie });
    await signIn({ email, password, transport: 'token' }, { cookie });
    const living = async () =>
      (await account.deps.database.prisma.session.findMany({ where: { id: { in: [mine.id, elsewhere.id] } } })).length;
    expect(await living()).toBe(2);
    expect((await signIn({ email, password }, { cookie })).status).toBe(200);
    expect(await account.deps.sessions.find(mine.id)).toBeNull();
    expect(await account.deps.sessions.find(elsewhere.id)).not.toBeNull();
  });

  it('is noted for the owner, with where it came from, and so is one that failed', async () => {
    const { prisma } = account.deps.database;
    const other = await buildUser(prisma, { passwordHash: user.passwordHash });
    await signIn({ email: other.email, password: 'wrong horse' });
    await signIn({ email: other.email, password });
    expect((await auditOf(account, other.id)).toSorted()).toEqual(['account.sign_in_failed', 'account.signed_in']);
    const events = await prisma.auditEvent.findMany({ where: { userId: other.id } });
    for (const event of events) expect(event).toMatchObject({ address: '127.0.0.1', userAgent: 'node', details: {} });
  });

  it('keeps two hundred sessions of an account, and ends those that were not used for the longest time', async () => {
    const { session } = account.deps.database.prisma;
    const [other, neighbour] = [await accountOf(account), await accountOf(account)];
    await account.signIn(neighbour);
    const expiresAt = new Date(Date.now() + 60_000);
    const ids = Array.from({ length: 201 }, () => randomUUID());
    const lastUsedAt = (i: number) => new Date(Date.now() - 60_000 * (i + 1));
    await session.createMany({
      data: ids.map((id, i) => ({ id, personId: other.id, tokenHash: id, expiresAt, lastUsedAt: lastUsedAt(i) })),
    });
    await account.signIn(other);
    const kept = await session.findMany({ where: { userId: other.id, id: { in: ids } } });
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(ids.slice(0, 199)));
    expect(await session.count({ where: { userId: neighbour.id } })).toBe(1);
  });

  it('hashes a right password anew where it was hashed at a lower cost, for all who sign in at once', async () => {
    const { prisma } = account.deps.database;
    const weak = await hash(password, { memoryCost: 1_024, timeCost: 1, parallelism: 1 });
    const other = await buildUser(prisma, { passwordHash: weak });
    const hashOf = async () => (await prisma.user.findUniqueOrThrow({ where: { id: other.id } })).passwordHash;
    expect((await signIn({ email: other.email, password: 'wrong horse' })).status).toBe(401);
    expect(await hashOf()).toBe(weak);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn({ email: other.email, password })));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn({ email: other.email, password })).status).toBe(200);
    expect((await signIn({ email: other.email, password: 'wrong horse' })).status).toBe(401);
  });

  it('takes the address in any case and with spaces around it', async () => {
    expect((await signIn({ email: '  Owner@EXAMPLE.com ', password })).status).toBe(200);
  });

  it('refuses a wrong password and an unknown address in the same words', async () => {
    const wrong = await signIn({ email, password: 'wrong horse' });
    const unknown = await signIn({ email: 'nobody@example.com', password });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ error: 'Invalid email or password', code: 'invalid_credentials' });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(unknown.headers.getSetCookie()).toEqual([]);
  });

  it('does not keep a wrong guess waiting for the note that it makes for the owner', async () => {
    const unlock = await lockTable(account, 'audit_events');
    expect((await signIn({ email, password: 'wrong horse' })).status).toBe(401);
    await unlock();
    await account.deps.background.idle();
  });

  it.each([
    ['email', { email: 'no address', password }, 'Enter a valid email address'],
    ['email', { password }, 'Email is required'],
    ['email', { email: 'a\0b@example.com', password }, 'Enter a valid email address'],
    ['password', { email, password: 'short' }, 'Password must have at least 6 characters'],
    ['password', { email, password: 'x'.repeat(257) }, 'Password must have at most 256 characters'],
    ['password', { email }, 'Password is required'],
  ])('names the field %s when it is wrong', async (field, body, message) => {
    const answer = await signIn(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: message, code: 'invalid_input', issues: [{ field, message }] });
  });

  it('responds with 400 to a body that is not JSON', async () => {
    const answer = await signIn('{"email":');
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'malformed_body' }]);
  });
});
