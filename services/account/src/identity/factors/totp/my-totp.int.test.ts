import { newTotpSchema, totpStateSchema } from '@inlet/contracts/factors';
import type { User } from '@inlet/db/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
import { addPasskey, codeOf, setUpTotp } from '#identity/factors/factors.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

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

const start = () => account.call('POST /api/v1/me/totp', { token });
const confirm = (code: string) => account.call('POST /api/v1/me/totp/confirm', { token, body: { code } });
const end = () => account.call('DELETE /api/v1/me/totp', { token });
const state = async () => totpStateSchema.strict().parse((await account.call('GET /api/v1/me/totp', { token })).body);
const subjects = async () => (await mailsTo(account, user.email)).map(({ subject }) => subject);

describe('setting an authenticator app up', () => {
  it('shows a secret, and ten recovery codes after the first code', async () => {
    expect(await state()).toEqual({ isOn: false, onSince: null, recoveryCodesLeft: 0 });
    const { secret, recoveryCodes } = await setUpTotp(account, token);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(recoveryCodes).toHaveLength(10);
    expect(await state()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    expect(await auditOf(account, user.id)).toEqual(['account.totp_on']);
    expect(await subjects()).toEqual(['Two-step sign-in is on']);
  });

  it('counts for nothing before a code has confirmed it', async () => {
    const { secret } = newTotpSchema.parse((await start()).body);
    expect(await state()).toMatchObject({ isOn: false });
    const answer = await account.call('POST /api/auth/sign-in', {
      body: { email: user.email, password: 'correct horse' },
    });
    expect(answer.body).toHaveProperty('access_token');
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    expect(await confirm(wrong)).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
    expect(await state()).toMatchObject({ isOn: false });
    expect((await confirm(codeOf(secret))).status).toBe(200);
  });

  it('begins anew with another secret, and the one before is forgotten', async () => {
    const first = newTotpSchema.parse((await start()).body);
    const second = newTotpSchema.parse((await start()).body);
    expect(second.secret).not.toBe(first.secret);
    expect((await confirm(codeOf(first.secret))).status).toBe(403);
    expect((await confirm(codeOf(second.secret))).status).toBe(200);
  });

  it('is refused while one is set up', async () => {
    const { secret } = await setUpTotp(account, token);
    expect(await start()).toMatchObject({ status: 409, body: { code: 'second_factor_on' } });
    expect((await confirm(codeOf(secret, 1))).status).toBe(403);
  });

  it('gives codes to one of two who confirm at the same moment', async () => {
    const { secret } = newTotpSchema.parse((await start()).body);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(codeOf(secret))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(403)]);
    expect(await state()).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it('stores the secret sealed for its person', async () => {
    const { secret } = await setUpTotp(account, token);
    const { prisma } = account.deps.database;
    const { sealed } = await prisma.totp.findUniqueOrThrow({ where: { personId: user.id } });
    expect(account.deps.sealing.open(sealed, `totp:${user.id}`)).toBe(secret);
    expect(() => account.deps.sealing.open(sealed, 'totp:another')).toThrow();
  });
});

describe('removing the authenticator app', () => {
  it('is noted and mailed, and takes the recovery codes along', async () => {
    await setUpTotp(account, token);
    expect((await end()).status).toBe(204);
    expect(await state()).toEqual({ isOn: false, onSince: null, recoveryCodesLeft: 0 });
    expect(await auditOf(account, user.id)).toEqual(['account.totp_on', 'account.totp_off']);
    expect(await subjects()).toEqual(['Two-step sign-in is on', 'Two-step sign-in is off']);
  });

  it('leaves the recovery codes to a passkey', async () => {
    await setUpTotp(account, token);
    await addPasskey(account, token);
    await end();
    expect(await state()).toMatchObject({ isOn: false, recoveryCodesLeft: 10 });
  });

  it('changes nothing where there is none', async () => {
    await start();
    expect((await end()).status).toBe(204);
    expect(await auditOf(account, user.id)).toEqual([]);
    expect(await subjects()).toEqual([]);
  });
});

describe('new recovery codes', () => {
  const renew = () => account.call('POST /api/v1/me/recovery-codes', { token });

  it('replace the ones before', async () => {
    const { recoveryCodes } = await setUpTotp(account, token);
    const answer = await renew();
    expect(answer.status).toBe(201);
    const renewed = (answer.body as { recoveryCodes: string[] }).recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect(renewed.some((code) => recoveryCodes.includes(code))).toBe(false);
    expect(await state()).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await auditOf(account, user.id)).at(-1)).toBe('account.recovery_codes_renewed');
  });

  it('need a second factor', async () => {
    expect(await renew()).toMatchObject({ status: 409, body: { code: 'second_factor_off' } });
    expect(await state()).toMatchObject({ recoveryCodesLeft: 0 });
  });
});

it.each([
  'POST /api/v1/me/totp',
  'POST /api/v1/me/totp/confirm',
  'DELETE /api/v1/me/totp',
  'POST /api/v1/me/recovery-codes',
  'POST /api/v1/me/passkeys/options',
  'POST /api/v1/me/passkeys',
  'DELETE /api/v1/me/passkeys/0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e',
])('%s asks for a confirmation ten minutes after the sign-in', async (request) => {
  const createdAt = new Date(Date.now() - 10 * 60_000);
  await account.deps.database.prisma.session.updateMany({ where: { personId: user.id }, data: { createdAt } });
  const answer = await account.call(request, { token, body: { code: '000000' } });
  expect([answer.status, answer.body]).toMatchObject([403, { code: 'confirmation_required' }]);
});
