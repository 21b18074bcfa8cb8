import type { User } from '@inlet/db/client';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherApp, startTestAccount, type TestAccount, testClient } from '#account.test-setup.ts';
import { listRoutes } from '#routes.test-setup.ts';

const ownOrigin = 'https://forms.example.com';
let account: TestAccount;
let user: User;

beforeAll(async () => {
  account = await startTestAccount({ PUBLIC_URL: ownOrigin });
  user = await buildUser(account.deps.database.prisma);
});
afterAll(() => account.close());

describe('requireSameSite', () => {
  it.each([
    ['another website', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another website that claims our origin', { 'sec-fetch-site': 'cross-site', origin: ownOrigin }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }],
    ['an older browser on another website', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['our host without encryption', { origin: 'http://forms.example.com' }],
  ])('refuses what %s sends, and changes nothing', async (_who, headers) => {
    const { refreshToken } = await account.deps.sessions.open(user, testClient);
    const before = await account.deps.database.prisma.session.findMany({ orderBy: { id: 'asc' } });
    // The pages of a sign-in with a provider come from other websites by their nature.
    const routes = listRoutes(anotherApp(account.deps)).filter((route) =>
      /^[A-Z]+ \/api\/auth\/(?!oidc\/)/.test(route),
    );
    expect(routes.length).toBeGreaterThanOrEqual(9);
    for (const route of routes) {
      const answer = await account.call(route, {
        headers: { ...headers, cookie: `__Host-inlet_refresh=${refreshToken}` },
        body: {},
      });
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'cross_site' }]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await account.deps.database.prisma.session.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
  });

  it.each([
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: ownOrigin }],
    ['our own page in an older browser', { origin: ownOrigin }],
    ['a program', {}],
  ])('lets %s in', async (_who, headers) => {
    const { refreshToken } = await account.deps.sessions.open(user, testClient);
    const answer = await account.call('POST /api/auth/refresh', {
      headers: { ...headers, cookie: `__Host-inlet_refresh=${refreshToken}` },
    });
    expect(answer.status).toBe(200);
  });
});

describe('the refresh cookie of an encrypted site', () => {
  it('is bound to the host and never sent without encryption', async () => {
    const { refreshToken } = await account.deps.sessions.open(user, testClient);
    const cookie = `__Host-inlet_refresh=${refreshToken}`;
    const [written = ''] = (
      await account.call('POST /api/auth/refresh', { headers: { cookie } })
    ).headers.getSetCookie();
    const [cleared = ''] = (
      await account.call('POST /api/auth/sign-out', { headers: { cookie } })
    ).headers.getSetCookie();
    for (const header of [written, cleared]) {
      expect(header).toMatch(/^__Host-inlet_refresh=/);
      expect(header.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict']));
      expect(header).not.toContain('Domain');
    }
  });

  it('is not read under the name that it has without encryption', async () => {
    const { refreshToken } = await account.deps.sessions.open(user, testClient);
    const cookie = `inlet_refresh=${refreshToken}`;
    expect((await account.call('POST /api/auth/refresh', { headers: { cookie } })).status).toBe(401);
  });
});
