import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherApp, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { listRoutes } from '#routes.test-setup.ts';

let account: TestAccount;
let token: string;
let formId: string;
let submissionId: string;
let routes: string[];

beforeAll(async () => {
  account = await startTestAccount({ PUBLIC_URL: 'https://inlet.example' });
  const { prisma } = account.deps.database;
  const owner = await buildUser(prisma);
  token = await account.signIn(owner);
  ({ id: formId } = await buildForm(prisma, { userId: owner.id }));
  ({ id: submissionId } = await buildSubmission(prisma, { formId, data: { a: 1 } }));
  routes = listRoutes(anotherApp(account.deps));
});
afterAll(() => account?.close());

/** The raw headers of a response, so that duplicates are visible. */
async function ask(route: string, headers: Record<string, string> = {}, body?: string) {
  const [method, path = '/'] = route.replace(':sid', submissionId).replace(':id', formId).split(' ');
  const outgoing = openRequest(account.url + path, { method, headers: { connection: 'close', ...headers } });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.destroy();
  return { status: answer.statusCode ?? 0, headers: answer.headersDistinct };
}

const everywhere = {
  'x-content-type-options': ['nosniff'],
  'strict-transport-security': ['max-age=31536000; includeSubDomains'],
  'referrer-policy': ['no-referrer'],
};
const data = { 'content-security-policy': ["default-src 'none'; frame-ancestors 'none'"] };
const uncached = { 'cache-control': ['no-store'] };
/** A page for visitors runs no script. */
const withoutScripts = {
  'content-security-policy': [
    expect.stringMatching(/^default-src 'none'; style-src 'unsafe-inline'; (?!.*script-src)/),
  ],
};
const ofPages: Readonly<Record<string, object>> = {
  // It says to its form which website it stands on.
  'GET /s/:endpointId': { ...everywhere, ...withoutScripts, 'referrer-policy': ['same-origin'] },
  'GET /confirm-address': { ...everywhere, ...withoutScripts, ...uncached },
  'POST /confirm-address': { ...everywhere, ...withoutScripts, ...uncached },
};
/** These are the same for everyone and only change with a release. */
const cached = new Set(['GET /api/openapi.json', 'GET /api/reference']);

describe('the security headers', () => {
  it('are on every response to a stranger', async () => {
    for (const route of routes) {
      const { headers } = await ask(route);
      const expected = { ...everywhere, ...data, ...(!cached.has(route) && uncached) };
      expect(headers, route).toMatchObject(ofPages[route] ?? expected);
    }
  });

  it('are on every response to an owner, including exports and the live stream', async () => {
    const statuses = new Map<string, number>();
    const readable = routes.filter((route) => route.startsWith('GET /api/v1/'));
    const asked = [
      ...readable,
      `GET /api/v1/forms/:id/export?format=csv`,
      `GET /api/v1/forms/:id/export?format=ndjson`,
    ];
    for (const route of asked) {
      const { status, headers } = await ask(route, { authorization: `Bearer ${token}` });
      statuses.set(route, status);
      expect(headers, route).toMatchObject({ ...everywhere, ...data, ...uncached });
    }
    for (const route of ['GET /api/v1/forms/:id/live', 'GET /api/v1/forms/:id/export?format=csv', 'GET /api/v1/me']) {
      expect(statuses.get(route), route).toBe(200);
    }
  });

  it.each<[string, number, string, Record<string, string>, string | undefined]>([
    ['an address that is none', 404, 'GET /api/nothing', {}, undefined],
    ['an address outside of the API', 404, 'GET /nothing', {}, undefined],
    ['a method that is not answered', 404, 'PUT /api/products', {}, undefined],
    ['broken JSON', 400, 'POST /api/auth/sign-in', { 'content-type': 'application/json' }, '{'],
    [
      'a body that is too large',
      413,
      'POST /api/auth/sign-in',
      { 'content-type': 'application/json' },
      `"${'x'.repeat(300_000)}"`,
    ],
    [
      'an unknown encoding',
      415,
      'POST /api/auth/sign-in',
      { 'content-type': 'application/json', 'content-encoding': 'x-unknown' },
      '{}',
    ],
  ])('stand on the refusal of %s', async (_what, status, route, sent, body) => {
    const answer = await ask(route, sent, body);
    expect(answer).toMatchObject({ status, headers: { ...everywhere, ...data, ...uncached } });
  });
});
