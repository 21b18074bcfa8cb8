import { newTotpSchema, recoveryCodesSchema } from '@inlet/contracts/factors';
import { newPasskeySchema, passkeyCreationSchema, passkeyRequestSchema } from '@inlet/contracts/passkeys';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { TestAccount } from '#account.test-setup.ts';
import { testPassword } from '#account-of.test-setup.ts';
import { type Authenticator, createAuthenticator, type Lies } from '#identity/factors/authenticator.test-setup.ts';

interface Owner {
  readonly id: string;
  readonly email: string;
}

/** Where the tests' accounts live. */
export const testParty = { origin: 'http://localhost:8080', rpId: 'localhost' };

/** The code of an app, now or some steps from now. A step that begins meanwhile leaves the next one right. */
export function codeOf(secret: string, stepsAhead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}

/** Lets so much time pass that the present code counts once more. */
export async function letStepsPass({ deps }: TestAccount, personId: string): Promise<void> {
  await deps.database.prisma.totp.update({ where: { personId }, data: { lastStep: { decrement: 3 } } });
}

/** Sets an authenticator app up by a code, which is used up by that. */
export async function setUpTotp(account: TestAccount, token: string) {
  const started = await account.call('POST /api/v1/me/totp', { token });
  expect(started.status).toBe(200);
  const { secret } = newTotpSchema.strict().parse(started.body);
  const code = codeOf(secret);
  const confirmed = await account.call('POST /api/v1/me/totp/confirm', { token, body: { code } });
  expect(confirmed.status).toBe(200);
  return { secret, code, ...recoveryCodesSchema.strict().parse(confirmed.body) };
}

/** Adds a passkey of a new authenticator. */
export async function addPasskey(account: TestAccount, token: string, lies: Lies = {}) {
  const authenticator = createAuthenticator(testParty);
  const answer = await registerPasskey(account, token, authenticator, lies);
  expect(answer.status).toBe(201);
  return { authenticator, passkey: newPasskeySchema.strict().parse(answer.body) };
}

export async function registerPasskey(
  account: TestAccount,
  token: string,
  authenticator: Authenticator,
  lies: Lies = {},
) {
  const options = await account.call('POST /api/v1/me/passkeys/options', { token });
  expect(options.status).toBe(200);
  const passkey = authenticator.create(passkeyCreationSchema.parse(options.body), lies);
  return account.call('POST /api/v1/me/passkeys', { token, body: { name: 'Laptop', passkey } });
}

/** The options for a passkey that is the only step, or with a token the second one. */
export async function passkeyOptions(account: TestAccount, body: object = {}) {
  const answer = await account.call('POST /api/auth/passkey/options', { body });
  expect(answer.status).toBe(200);
  return passkeyRequestSchema.parse(answer.body);
}

export const signInWithPassword = (account: TestAccount, { email }: Owner, password = testPassword) =>
  account.call('POST /api/auth/sign-in', { body: { email, password, transport: 'token' } });

/** Takes the first step of a sign-in, and returns what the second one needs. */
export async function beginSignIn(account: TestAccount, owner: Owner) {
  const answer = await signInWithPassword(account, owner);
  expect(answer.status).toBe(200);
  return (answer.body as { secondFactor: { token: string; methods: string[] } }).secondFactor;
}

export const finish = (account: TestAccount, body: object) =>
  account.call('POST /api/auth/second-factor', { body: { transport: 'token', ...body } });
