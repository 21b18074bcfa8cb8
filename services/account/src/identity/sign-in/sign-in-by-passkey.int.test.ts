import { generateKeyPairSync } from 'node:crypto';
import type { User } from '@inlet/db/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
import { addPasskey, beginSignIn, passkeyOptions } from '#identity/factors/factors.test-setup.ts';

let account: TestAccount;
let user: User & { email: string };
let token: string;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  user = (await accountOf(account)) as typeof user;
  token = await account.signIn(user);
});
afterAll(() => account.close());

const signIn = (passkey: object) => account.call('POST /api/auth/passkey', { body: { passkey, transport: 'token' } });
const refused = { status: 401, body: { code: 'invalid_passkey' } };
const stored = () => account.deps.database.prisma.passkey.findFirstOrThrow({ where: { personId: user.id } });

describe('a passkey that verifies the person', () => {
  it('opens a session alone', async () => {
    const { authenticator } = await addPasskey(account, token);
    const options = await passkeyOptions(account);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const userHandle = Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url');
    const answer = await signIn(authenticator.get(options, { userHandle }));
    expect(answer.status).toBe(200);
    const session = answer.body as { access_token: string; refresh_token: string };
    expect((await account.call('GET /api/v1/me', { token: session.access_token })).body).toMatchObject({ id: user.id });
    expect((await stored()).lastUsedAt).not.toBeNull();
    expect(await auditOf(account, user.id)).toEqual(['account.passkey_added', 'account.signed_in']);
  });

  it('gives a browser the cookie', async () => {
    const { authenticator } = await addPasskey(account, token);
    const passkey = authenticator.get(await passkeyOptions(account));
    const answer = await account.call('POST /api/auth/passkey', { body: { passkey } });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^inlet_refresh=/);
    expect(answer.body).not.toHaveProperty('refresh_token');
  });

  it('may have a counter that never grows', async () => {
    const { authenticator } = await addPasskey(account, token, { counter: 0 });
    for (let i = 0; i < 2; i += 1) {
      expect((await signIn(authenticator.get(await passkeyOptions(account), { counter: 0 }))).status).toBe(200);
    }
  });
});

describe('an answer', () => {
  it('works once, also for eight who bring it at the same moment', async () => {
    const { authenticator } = await addPasskey(account, token);
    const passkey = authenticator.get(await passkeyOptions(account));
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(passkey)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
    expect(await signIn(passkey)).toMatchObject(refused);
  });

  it.each([
    ['another website', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:8081' }],
    ['another host’s passkey', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['a registration', { type: 'webauthn.create' }],
    ['somebody who was not verified', { isVerified: false }],
    ['another person', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('of %s is refused', async (_what, lies) => {
    const { authenticator } = await addPasskey(account, token);
    expect(await signIn(authenticator.get(await passkeyOptions(account), lies))).toMatchObject(refused);
    expect(await account.deps.database.prisma.session.count({ where: { personId: user.id } })).toBe(1);
    expect((await stored()).lastUsedAt).toBeNull();
  });

  it('with a counter that does not grow is refused: the key was copied', async () => {
    const { authenticator } = await addPasskey(account, token);
    expect((await signIn(authenticator.get(await passkeyOptions(account), { counter: 10 }))).status).toBe(200);
    for (const counter of [10, 9, 0]) {
      expect(await signIn(authenticator.get(await passkeyOptions(account), { counter }))).toMatchObject(refused);
    }
    expect(Number((await stored()).counter)).toBe(10);
  });

  it('with the counter of another one at the same moment is refused', async () => {
    const { authenticator } = await addPasskey(account, token);
    const asked = await Promise.all(Array.from({ length: 6 }, () => passkeyOptions(account)));
    const answers = await Promise.all(asked.map((options) => signIn(authenticator.get(options, { counter: 7 }))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(401)]);
  });

  it('to a challenge that is over is refused', async () => {
    const { authenticator } = await addPasskey(account, token);
    const options = await passkeyOptions(account);
    const { signInStep } = account.deps.database.prisma;
    await signInStep.updateMany({ where: { purpose: 'passkey' }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await signIn(authenticator.get(options))).toMatchObject(refused);
  });

  it('to the challenge of somebody’s second step opens nothing alone', async () => {
    const { authenticator } = await addPasskey(account, token);
    const started = await beginSignIn(account, user);
    const passkey = authenticator.get(await passkeyOptions(account, { token: started.token }));
    expect(await signIn(passkey)).toMatchObject(refused);
  });

  it('of a passkey that was deleted is refused', async () => {
    const { authenticator, passkey } = await addPasskey(account, token);
    await account.call(`DELETE /api/v1/me/passkeys/${passkey.id}`, { token });
    expect(await signIn(authenticator.get(await passkeyOptions(account)))).toMatchObject(refused);
  });

  it('of bytes that mean nothing is refused, and harms nothing', async () => {
    const { authenticator } = await addPasskey(account, token);
    const right = authenticator.get(await passkeyOptions(account)) as { response: object };
    for (const broken of [{ authenticatorData: 'AAAA' }, { clientDataJSON: 'e30' }, { clientDataJSON: 'AAAA' }]) {
      expect(await signIn({ ...right, response: { ...right.response, ...broken } })).toMatchObject(refused);
    }
    const signature = { ...right, response: { ...right.response, signature: 'AAAA' } };
    expect(await signIn(signature)).toMatchObject(refused);
  });
});
