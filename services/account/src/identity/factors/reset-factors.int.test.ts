import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
import {
  addPasskey,
  beginSignIn,
  finish,
  setUpTotp,
  signInWithPassword,
} from '#identity/factors/factors.test-setup.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

const script = fileURLToPath(import.meta.resolve('#commands/reset-factors.ts'));

function reset(...words: string[]) {
  const { DATABASE_URL = '', PUBLIC_URL = '' } = account.env;
  return promisify(execFile)(process.execPath, [script, ...words], {
    env: { DATABASE_URL, PUBLIC_URL, LOG_LEVEL: 'fatal' },
  });
}

it('lets a person in with the password alone, is noted, and is mailed', async () => {
  const user = await accountOf(account);
  const token = await account.signIn(user);
  const { recoveryCodes } = await setUpTotp(account, token);
  await addPasskey(account, token);
  const other = await accountOf(account);
  await setUpTotp(account, await account.signIn(other));
  const started = await beginSignIn(account, user);

  expect((await reset(user.email.toUpperCase())).stdout).toBe(
    `${user.email} signs in with the password alone from now on\n`,
  );
  expect((await signInWithPassword(account, user)).body).toHaveProperty('access_token');
  expect((await finish(account, { token: started.token, recoveryCode: recoveryCodes[0] })).status).toBe(401);
  const { prisma } = account.deps.database;
  const where = { personId: user.id };
  expect([await prisma.passkey.count({ where }), await prisma.recoveryCode.count({ where })]).toEqual([0, 0]);
  expect((await beginSignIn(account, other)).methods).toContain('totp');

  expect(await auditOf(account, user.id)).toContain('account.factors_reset');
  const event = await prisma.auditEvent.findFirstOrThrow({
    where: { userId: user.id, action: 'account.factors_reset' },
  });
  expect(event).toMatchObject({ actor: 'system', address: null });
  await handOverMails(account.deps);
  expect((await mailsTo(account, user.email)).at(-1)?.text).toContain('The operator of this Inlet removed');
});

it('says what it did not do', async () => {
  const user = await accountOf(account);
  expect((await reset(user.email)).stdout).toBe(`${user.email} had no second factor\n`);
  expect(await auditOf(account, user.id)).toEqual([]);
  await expect(reset('nobody@example.com')).rejects.toMatchObject({
    code: 1,
    stdout: 'nobody@example.com has no account\n',
  });
  await expect(reset('nobody')).rejects.toThrow('Name one address');
  await expect(reset(user.email, 'more')).rejects.toThrow('Name one address');
});
