import { afterAll, beforeAll, expect, it } from 'vitest';
import { codesOfPerson } from '#access/limits/limits.ts';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import { addPasskey, beginSignIn, codeOf, passkeyOptions, setUpTotp } from '#identity/factors/factors.test-setup.ts';
import { codeCounter } from '#identity/factors/guess-code.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' });
});
afterAll(() => account.close());

let networks = 0;
/** Takes the second step from a network that nobody has used. */
function finishElsewhere(body: object) {
  networks += 1;
  const headers = { 'x-forwarded-for': `203.0.113.${networks}` };
  return account.call('POST /api/auth/second-factor', { headers, body: { transport: 'token', ...body } });
}
const confirm = (token: string, body: object) => account.call('POST /api/auth/confirm', { token, body });

it('ends for all codes of a person after fifty wrong ones in a day, from wherever they come', async () => {
  const user = await accountOf(account);
  const token = await account.signIn(user);
  const { secret, recoveryCodes } = await setUpTotp(account, token);
  const { authenticator } = await addPasskey(account, token);
  for (let i = 0; i < codesOfPerson.max - 1; i += 1) await account.deps.attempts.take([codeCounter(user.id)]);

  const started = await beginSignIn(account, user);
  const first = await finishElsewhere({ token: started.token, recoveryCode: 'wrong' });
  expect([first.status, first.body]).toMatchObject([401, { code: 'invalid_second_factor' }]);
  const second = await beginSignIn(account, user);
  for (const proof of [{ code: codeOf(secret, 1) }, { recoveryCode: recoveryCodes[0] }]) {
    const answer = await finishElsewhere({ token: second.token, ...proof });
    expect([answer.status, answer.body]).toMatchObject([429, { code: 'rate_limited' }]);
  }
  expect((await confirm(token, { code: codeOf(secret, 1) })).status).toBe(429);

  // Nobody can lock the person out of the ways that are no guesses.
  expect((await confirm(token, { password: testPassword })).status).toBe(204);
  const passkey = authenticator.get(await passkeyOptions(account));
  expect((await account.call('POST /api/auth/passkey', { body: { passkey } })).status).toBe(200);
  const third = await beginSignIn(account, user);
  const options = await passkeyOptions(account, { token: third.token });
  expect((await finishElsewhere({ token: third.token, passkey: authenticator.get(options) })).status).toBe(200);
});

it('counts no right code', async () => {
  const user = await accountOf(account);
  const { recoveryCodes } = await setUpTotp(account, await account.signIn(user));
  for (let i = 0; i < codesOfPerson.max - 1; i += 1) await account.deps.attempts.take([codeCounter(user.id)]);
  for (const recoveryCode of recoveryCodes.slice(0, 3)) {
    const started = await beginSignIn(account, user);
    expect((await finishElsewhere({ token: started.token, recoveryCode })).status).toBe(200);
  }
});
