import { formRoutes } from '@inlet/contracts/api/forms';
import type { User } from '@inlet/db/client';
import { gatewayHeader } from '@inlet/http/client-address';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';
import { startTestEndpoint, type TestEndpoint } from '#forms/test-submissions/test-endpoint.test-setup.ts';

let account: TestAccount;
let endpoint: TestEndpoint;
let user: User;
let token: string;
const submissionId = uuidv7();

beforeAll(async () => {
  endpoint = await startTestEndpoint();
  account = await startTestAccount({ INGEST_URL: endpoint.url, RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' });
});
afterAll(async () => {
  await account.close();
  await endpoint.close();
});
beforeEach(async () => {
  endpoint.requests.length = 0;
  endpoint.answer(200, { success: true, submissionId });
  user = await buildUser(account.deps.database.prisma);
  token = await account.signIn(user);
});

const newForm = (overrides: { allowedOrigins?: string[]; isActive?: boolean }) =>
  buildForm(account.deps.database.prisma, { userId: user.id, ...overrides });
const send = (formId: string, headers: Readonly<Record<string, string>> = {}) =>
  account.call(`POST /api/v1/forms/${formId}/test-submission`, { token, headers });

describe('a test submission', () => {
  it('goes to the form’s own endpoint and returns the origin that it claimed', async () => {
    const form = await newForm({ allowedOrigins: ['https://*.example.com', 'https://example.org'] });
    const answer = await send(form.id);
    expect([answer.status, answer.body]).toEqual([201, { submissionId, origin: 'https://www.example.com' }]);
    expect(endpoint.requests).toMatchObject([
      {
        path: `/api/forms/${form.endpointId}`,
        headers: { origin: 'https://www.example.com', 'content-type': 'application/json' },
        body: { email: 'ada@example.com' },
      },
    ]);
  });

  it('claims the dashboard’s own address where any website may send', async () => {
    const answer = await send((await newForm({ allowedOrigins: [] })).id);
    expect(answer.body).toMatchObject({ origin: 'http://localhost:8080' });
    expect(endpoint.requests[0]?.headers.origin).toBe('http://localhost:8080');
  });

  it('counts against the address of its sender', async () => {
    await send((await newForm({})).id, { 'x-forwarded-for': '198.51.100.7' });
    expect(endpoint.requests[0]?.headers).toMatchObject({
      'x-forwarded-for': '198.51.100.7',
      [gatewayHeader]: testInternalToken,
    });
  });

  it('is not sent to a form that is inactive', async () => {
    const answer = await send((await newForm({ isActive: false })).id);
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'form_inactive' }]);
    expect(endpoint.requests).toEqual([]);
  });

  it('is refused with the endpoint’s own reason', async () => {
    const refusal = { error: 'Monthly submission limit reached (1000).', code: 'submission_limit_reached' };
    endpoint.answer(429, { success: false, ...refusal, errors: [] }, { 'retry-after': '7' });
    const answer = await send((await newForm({})).id);
    expect([answer.status, answer.body]).toEqual([429, refusal]);
    expect(answer.headers.get('retry-after')).toBe('7');
  });

  it.each<[string, number, unknown]>([
    ['fails', 500, { success: false, error: 'Server error', code: 'server_error', errors: [] }],
    ['says something that nobody understands', 200, 'hello'],
  ])('is said to be impossible for now where the endpoint %s', async (_what, status, body) => {
    endpoint.answer(status, body);
    const answer = await send((await newForm({})).id);
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
  });

  it('may be sent only so often', async () => {
    const form = await newForm({});
    for (let i = 0; i < formRoutes.sendTestSubmission.limit.max; i += 1) {
      await account.deps.attempts.take([{ limit: formRoutes.sendTestSubmission.limit, subject: user.id }]);
    }
    expect((await send(form.id)).status).toBe(429);
    expect(endpoint.requests).toEqual([]);
  });
});

describe('without an address of its own for ingest', () => {
  it('the service goes by the public one, and does not tell it what services prove themselves with', async () => {
    const plain = await startTestAccount({ PUBLIC_URL: endpoint.url });
    try {
      const owner = await buildUser(plain.deps.database.prisma);
      const form = await buildForm(plain.deps.database.prisma, { userId: owner.id });
      const signedIn = await plain.signIn(owner);
      const answer = await plain.call(`POST /api/v1/forms/${form.id}/test-submission`, { token: signedIn });
      expect(answer.status).toBe(201);
      expect(endpoint.requests[0]?.path).toBe(`/api/forms/${form.endpointId}`);
      expect(endpoint.requests[0]?.headers).not.toHaveProperty(gatewayHeader);
    } finally {
      await plain.close();
    }
  });
});
