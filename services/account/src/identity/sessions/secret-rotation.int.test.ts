import { sessionSchema } from '@inlet/contracts/sessions';
import { internalAuthorization } from '@inlet/http/internal-token';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testClient } from '#account.test-setup.ts';

const older = 'the secret before the rotation: long enough';
const newer = 'the secret after the rotation: long enough';

/** Processes during a rotation, on one database: each step is rolled out while the previous one runs. */
const steps = {
  before: older,
  'accepts the new one': `${older},${newer}`,
  'uses the new one': `${newer}, ${older}`,
  after: newer,
} as const;
type Step = keyof typeof steps;

const accounts = new Map<Step, TestAccount>();
const at = (step: Step): TestAccount => {
  const account = accounts.get(step);
  if (!account) throw new Error(`No process stands at ${step}`);
  return account;
};

beforeAll(async () => {
  const first = await startTestAccount({ TOKEN_SECRET: older, INTERNAL_TOKEN: older });
  accounts.set('before', first);
  const { DATABASE_URL = '', REDIS_PREFIX = '' } = first.env;
  for (const step of ['accepts the new one', 'uses the new one', 'after'] as const) {
    const secrets = { TOKEN_SECRET: steps[step], INTERNAL_TOKEN: steps[step] };
    accounts.set(step, await startTestAccount({ ownerUrl: first.ownerUrl, DATABASE_URL, REDIS_PREFIX, ...secrets }));
  }
});
afterAll(async () => {
  for (const account of [...accounts.values()].reverse()) await account.close();
});

async function refreshAt(step: Step, refreshToken: string) {
  const answer = await at(step).call('POST /api/auth/refresh', { body: { refresh_token: refreshToken } });
  expect(answer.status).toBe(200);
  const { access_token: token, refresh_token: next = '' } = sessionSchema.parse(answer.body);
  return { token, next };
}
const statusAt = async (step: Step, token: string) => (await at(step).call('GET /api/v1/me', { token })).status;
const openSession = async () => {
  const { prisma } = at('before').deps.database;
  return at('before').deps.sessions.open(await buildUser(prisma), testClient);
};

it('goes on with a session while the secret that signs is replaced', async () => {
  const { refreshToken } = await openSession();
  const first = await refreshAt('before', refreshToken);
  expect(await statusAt('accepts the new one', first.token)).toBe(200);
  expect(await statusAt('uses the new one', first.token)).toBe(200);

  const second = await refreshAt('uses the new one', first.next);
  expect(await statusAt('accepts the new one', second.token)).toBe(200);
  expect(await statusAt('after', second.token)).toBe(200);

  // Once the old secret is removed, its access tokens are invalid at once, but the session is not.
  expect(await statusAt('after', first.token)).toBe(401);
  const third = await refreshAt('after', second.next);
  expect(await statusAt('after', third.token)).toBe(200);
});

it.each([
  ['accepts the new one', 'uses the new one'],
  ['uses the new one', 'accepts the new one'],
] as const)(
  'gives two tabs the same successor when one asks a process that %s, the other one that %s',
  async (one, two) => {
    const { refreshToken } = await openSession();
    const successor = await refreshAt(one, refreshToken);
    expect((await refreshAt(two, refreshToken)).next).toBe(successor.next);
    await refreshAt(two, successor.next);
  },
);

it('knows its own services by both tokens, and by no other', async () => {
  const statusWith = async (step: Step, token: string) =>
    (await at(step).call('GET /internal/forms/unknown', { headers: internalAuthorization(token) })).status;
  expect(await statusWith('before', newer)).toBe(403);
  for (const step of ['accepts the new one', 'uses the new one'] as const) {
    for (const token of [older, newer]) expect(await statusWith(step, token)).not.toBe(403);
    expect(await statusWith(step, `${older},${newer}`)).toBe(403);
  }
  expect(await statusWith('after', older)).toBe(403);
});
