import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

it('changes the settings that are named, and nothing else', async () => {
  const user = await accountOf(account);
  const token = await account.signIn(user);
  const update = (body: unknown) => account.call('PATCH /api/v1/me', { token, body });
  expect((await update({ timeZone: 'America/Argentina/Buenos_Aires' })).body).toMatchObject({
    id: user.id,
    timeZone: 'America/Argentina/Buenos_Aires',
    wantsUsageMails: true,
  });
  const changed = await update({ wantsUsageMails: false });
  expect(changed.body).toMatchObject({ timeZone: 'America/Argentina/Buenos_Aires', wantsUsageMails: false });
  expect((await update({})).body).toEqual(changed.body);
  expect(await auditOf(account, user.id)).toEqual(['account.updated', 'account.updated']);
});

it.each(['Europe/Atlantis', '+02:00', 'UTC+2', "UTC'; drop table users", '', 'posix/UTC', 7])(
  'refuses the time zone %j',
  async (timeZone) => {
    const user = await accountOf(account);
    const answer = await account.call('PATCH /api/v1/me', { token: await account.signIn(user), body: { timeZone } });
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ field: 'timeZone' }] } });
  },
);
