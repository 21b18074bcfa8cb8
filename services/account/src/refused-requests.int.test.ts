import { randomUUID } from 'node:crypto';
import { type HttpServer, listen } from '@inlet/http/server';
import { createLogger } from '@inlet/process/logger';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anotherApp, startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';

let account: TestAccount;
let server: HttpServer;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  account = await startTestAccount();
  const write = (line: string) => {
    lines.push(JSON.parse(line));
  };
  const logger = createLogger({ service: 'account', level: 'info' }, { write });
  server = await listen(anotherApp(account.deps, { logger }), { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server?.close();
  await account?.close();
});

/** Asks as the gateway does for a visitor, and returns the line that was logged of it. */
async function refusedLine(request: string, headers: Record<string, string> = {}, body?: unknown) {
  const [method = 'GET', path = ''] = request.split(' ');
  const requestId = `request-${randomUUID()}`;
  const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    ...{ method, body: JSON.stringify(body) ?? null },
    headers: {
      ...{ 'x-request-id': requestId, 'x-inlet-gateway': testInternalToken, 'x-forwarded-for': '203.0.113.77' },
      ...{ 'content-type': 'application/json', ...headers },
    },
  });
  expect(status).toBeGreaterThanOrEqual(400);
  const found = lines.filter((line) => line.requestId === requestId);
  expect(found).toHaveLength(1);
  expect(JSON.stringify(found)).not.toMatch(/203\.0\.113\.77|canary/);
  return found[0];
}

const network = '203.0.113.0/24';

it('names the route and the network of a failed sign-in, and not the address that was tried', async () => {
  const body = { email: 'canary@example.com', password: 'canary-canary' };
  expect(await refusedLine('POST /api/auth/sign-in', {}, body)).toMatchObject({
    ...{ method: 'POST', route: '/api/auth/sign-in', network, status: 401 },
  });
});

it('names the account that asked, and the form that was not its own', async () => {
  const user = await buildUser(account.deps.database.prisma);
  const authorization = `Bearer ${await account.signIn(user)}`;
  const formId = randomUUID();
  expect(await refusedLine(`GET /api/v1/forms/${formId}/submissions?q=canary`, { authorization })).toMatchObject({
    ...{ method: 'GET', route: '/api/v1/forms/:id/submissions', network, status: 404 },
    ...{ code: 'form_not_found', userId: user.id, formId },
  });
});

it('repeats no text from an address', async () => {
  const authorization = `Bearer ${await account.signIn(await buildUser(account.deps.database.prisma))}`;
  const line = await refusedLine('GET /api/v1/forms/canary', { authorization });
  expect(line).toMatchObject({ route: '/api/v1/forms/:id', status: 404, code: 'form_not_found' });
});

it('names the area of what was refused before its route was known', async () => {
  expect(await refusedLine('GET /api/v1/forms/canary')).toMatchObject({ route: '/api/v1/*', network, status: 401 });
});
