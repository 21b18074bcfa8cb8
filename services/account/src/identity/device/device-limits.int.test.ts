import { deviceRoutes } from '@inlet/contracts/api/device';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AttemptLimit,
  deviceGuessesOfNetwork,
  deviceGuessesOfPerson,
  deviceRequestsOfAll,
} from '#access/limits/limits.ts';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf } from '#account-of.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' });
});
afterAll(() => account.close());

/** Leaves some attempts of a counter. */
const leave = (count: number, { name, max, windowSeconds }: AttemptLimit, subject: string) =>
  account.deps.redis.set(account.keys.attempts(`${name}:${subject}`), max - count, 'EX', windowSeconds);
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const open = (address: string) => account.call('POST /api/auth/device', { body: {}, ...from(address) });
const codeOf = ({ body }: { readonly body: unknown }) => (body as { userCode: string }).userCode;

it('a network may ask for twenty codes while one lasts', async () => {
  await leave(1, deviceRoutes.openDevice.limit, '198.51.100.1');
  expect((await open('198.51.100.1')).status).toBe(200);
  const refused = await open('198.51.100.1');
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited' }]);
  expect((await open('198.51.100.2')).status).toBe(200);
});

it('a person guesses ten codes, a network thirty, and right codes are not counted', async () => {
  const code = codeOf(await open('198.51.100.3'));
  const token = await account.signIn(await accountOf(account));
  const read = async (asked: string, by: string, address: string) =>
    (await account.call(`GET /api/v1/me/devices/${asked}`, { token: by, ...from(address) })).status;
  for (let n = 0; n < deviceGuessesOfPerson.max; n += 1) {
    expect(await read(code, token, '198.51.100.4')).toBe(200);
    expect(await read('BBBB-BBBB', token, '198.51.100.4')).toBe(404);
  }
  expect(await read(code, token, '198.51.100.5')).toBe(429);
  const other = await account.signIn(await accountOf(account));
  expect(await read(code, other, '198.51.100.4')).toBe(200);
  await leave(1, deviceGuessesOfNetwork, '198.51.100.4');
  expect(await read(code, other, '198.51.100.4')).toBe(200);
  expect(await read('BBBB-BBBB', other, '198.51.100.4')).toBe(404);
  expect(await read(code, other, '198.51.100.4')).toBe(429);
});

it('all networks together open so many that Redis has room for them', async () => {
  await leave(1, deviceRequestsOfAll, 'all');
  expect((await open('198.51.100.6')).status).toBe(200);
  const refused = await open('198.51.100.6');
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited' }]);
});
