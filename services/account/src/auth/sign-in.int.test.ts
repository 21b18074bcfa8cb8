import { sessionSchema } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { hashPassword } from '#auth/passwords.ts';

const email = 'owner@example.com';
const password = 'correct horse';
let account: TestAccount;
let user: User;

beforeAll(async () => {
  account = await startTestAccount();
  user = await buildUser(account.deps.database.prisma, { email, passwordHash: await hashPassword(password) });
});
afterAll(() => account.close());

const signIn = (body: unknown) => account.call('POST /api/auth/sign-in', { body });

describe('sign-in', () => {
  it('answers a session whose refresh token is in a cookie that no script and no other website gets', async () => {
    const answer = await signIn({ email, password });
    expect(answer.status).toBe(200);
    const session = sessionSchema.strict().parse(answer.body);
    expect(session).not.toHaveProperty('refresh_token');
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { id: user.id, email } });
    expect(Math.abs(session.expires_at - Date.now() / 1_000 - 900)).toBeLessThan(5);

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

  it('works as hard for an unknown address as for a known one', async () => {
    await signIn({ email: 'nobody@example.com', password });
    const known = await leastWorkMs(() => signIn({ email, password: 'wrong horse' }));
    const unknown = await leastWorkMs(() => signIn({ email: 'nobody@example.com', password }));
    expect(unknown).toBeGreaterThan(known / 2);
    expect(unknown).toBeLessThan(known * 2);
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

  it('answers 400 to a body that is no JSON', async () => {
    const answer = await signIn('{"email":');
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'malformed_body' }]);
  });
});

/** Processor time and not the clock: a busy machine lengthens the wait, but not the work. */
async function leastWorkMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const start = process.cpuUsage();
    await work();
    const { user: inUser, system } = process.cpuUsage(start);
    times.push((inUser + system) / 1_000);
  }
  return Math.min(...times);
}
