import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { cases } from '@inlet/testing/config';
import { hostileCalls, tryCalls } from '@inlet/testing/hostile-calls';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount, type TestCall } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';

let account: TestAccount;
let token: string;
let formId: string;
let userId: string;

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma } = account.deps.database;
  const user = await accountOf(account);
  userId = user.id;
  token = await account.signIn(user);
  formId = (await buildForm(prisma, { userId: user.id })).id;
});
afterAll(() => account.close());

const cursorAt = (createdAtMs: number, ...rest: string[]) =>
  Buffer.from(JSON.stringify([createdAtMs, '01890000-0000-7000-8000-000000000001', ...rest])).toString('base64url');
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Values that no field accepts, as JSON. */
const wrongValues: Readonly<Record<string, string>> = {
  'a number': '5',
  'a boolean': 'true',
  'an object': '{"$ne":null}',
  'a list of objects': '[{}]',
  'a list in a list': '[[]]',
  'a list that is nested very deep': deep(50_000),
  'an object with a text’s members': '{"length":10,"toString":"x","trim":"x"}',
  'a huge text': JSON.stringify('x'.repeat(200_000)),
};

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  'POST /api/auth/sign-in': ['email', 'password', 'transport'],
  'POST /api/auth/sign-up': ['email', 'password', 'transport', 'invite'],
  'POST /api/auth/forgot-password': ['email'],
  'POST /api/auth/reset-password': ['token', 'password'],
  'POST /api/auth/change-password': ['currentPassword', 'newPassword'],
  'POST /api/auth/change-email': ['email', 'password'],
  'POST /api/auth/confirm-email': ['token'],
  'POST /api/auth/refresh': ['refresh_token'],
  'POST /api/auth/device': ['name'],
  'POST /api/auth/device/token': ['deviceCode'],
  'POST /api/auth/sign-out': ['refresh_token'],
  'POST /api/auth/revoke-key': ['key'],
  'POST /api/v1/forms': ['name', 'description', 'allowedOrigins'],
  'DELETE /api/v1/me': ['password'],
  'POST /api/payment/create-checkout-session': ['priceId', 'userId', 'planType', 'successUrl', 'cancelUrl'],
  'POST /api/payment/create-portal-session': ['userId', 'returnUrl'],
  'POST /api/v1/me/api-keys': ['name', 'scope', 'password', 'expiresAt'],
};
const valid = {
  email: 'owner@example.com',
  password: 'correct horse',
  name: 'Contact',
  scope: 'read',
  allowedOrigins: ['https://example.com'],
};

const wrongBodies: readonly [string, TestCall, number][] = [
  ['a list', { body: [valid] }, 422],
  ['a text', { body: '"text"' }, 400],
  ['null', { body: 'null' }, 400],
  ['half an object', { body: '{"name":' }, 400],
  ['two objects', { body: '{}{}' }, 400],
  ['an object that is nested beyond measure', { body: `{"name":${deep(100_000)},"refresh_token":1}` }, 422],
  ['a body beyond the limit', { body: { name: 'x'.repeat(300_000) } }, 413],
  ['an unknown charset', { body: '{}', headers: { 'content-type': 'application/json; charset=x-none' } }, 415],
  ['a compressed body', { body: '{}', headers: { 'content-encoding': 'gzip' } }, 415],
  ['an unknown encoding', { body: '{}', headers: { 'content-encoding': 'x-none' } }, 415],
];

async function expectRefusal(request: string, call: TestCall, status: number): Promise<void> {
  const answer = await account.call(request, { token, ...call });
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({
    error: expect.stringMatching(/^[A-Z]/),
    code: expect.stringMatching(/^[a-z_]+$/),
  });
  expect(answer.headers.get('x-request-id')).toMatch(/./);
}

describe.each(Object.keys(fieldsOf))('%s', (request) => {
  it.each(wrongBodies)('refuses %s', async (_what, call, status) => {
    await expectRefusal(request, call, status);
  });

  it.each(Object.keys(wrongValues))('refuses %s in every field', async (what) => {
    for (const field of fieldsOf[request] ?? []) {
      // If a name repeats, the last field counts.
      const body = JSON.stringify(valid).replace('}', `,"${field}":${wrongValues[what]}}`);
      await expectRefusal(request, { body }, 422);
    }
  });
});

describe('characters that PostgreSQL cannot store', () => {
  const home = 'http://localhost:8080/';
  const accepted: Readonly<Record<string, unknown>> = {
    ...{ ...valid, scope: 'write', token: 'a token', invite: 'a token', refresh_token: 'a token' },
    ...{ currentPassword: 'wrong horse', newPassword: 'another horse', description: 'Words' },
    ...{ priceId: 'price_1', planType: 'pro', successUrl: home, cancelUrl: home, returnUrl: home },
  };

  it.each(Object.entries(fieldsOf).flatMap(([request, fields]) => fields.map((field) => [request, field] as const)))(
    'are the fault of their sender, in %s as %s',
    async (request, field) => {
      for (const odd of ['a\0b', 'a\ud800b', '\udfff', '\u0001\u0080\uffff', '\u202e']) {
        // An address or name that does not exist, so that the test changes nothing that it needs.
        const password = request === 'POST /api/v1/me/api-keys' ? testPassword : 'wrong horse';
        const body = { ...accepted, userId, email: 'nobody@example.com', password, [field]: odd };
        const { status } = await account.call(request, { token, body: JSON.stringify(body) });
        expect([request, field, odd, status < 500]).toEqual([request, field, odd, true]);
      }
    },
  );

  it.each([
    ['name', { ...newForm, name: 'a\0b' }],
    ['description', { ...newForm, description: 'a\0b' }],
    ['allowedOrigins.0', { name: 'Contact', allowedOrigins: ['https://exa\0mple.com'] }],
  ])('are refused in %s', async (field, body) => {
    const answer = await account.call('POST /api/v1/forms', { token, body });
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_input', issues: [{ field }] }]);
  });

  it('are refused in a search', async () => {
    await expectRefusal('GET /api/v1/forms?q=a%00b', {}, 422);
  });

  it('are no reason to fail where nothing is stored', async () => {
    const body = { email: 'owner@example.com', password: 'correct\0horse' };
    expect((await account.call('POST /api/auth/sign-in', { body })).status).toBe(401);
    expect((await account.call('POST /api/auth/refresh', { body: { refresh_token: '\0' } })).status).toBe(401);
    await expectRefusal('POST /api/auth/sign-in', { body: { ...body, email: 'a\0@example.com' } }, 422);
  });
});

describe('addresses', () => {
  it.each([
    ['q=a&q=b', 422],
    ['limit=1&limit=2', 422],
    ['limit=1e999', 422],
    ['limit=NaN', 422],
    ['limit=9007199254740993', 422],
    ['limit=%00', 422],
    [`q=${'x'.repeat(201)}`, 422],
    ['q=%ff%fe', 200],
    ['q=%ED%A0%80', 200],
    ['q[$ne]=x&limit[]=5', 200],
    ['__proto__=x&constructor=y&toString=z', 200],
  ])('with the query %s are answered with %i', async (query, status) => {
    expect((await account.call(`GET /api/v1/forms?${query}`, { token })).status).toBe(status);
  });

  it.each([`cursor=${'A'.repeat(101)}`, 'cursor=a&cursor=b', 'cursor=%00', 'cursor=..%2f..', 'limit=[]'])(
    'of a form’s submissions with the query %s are refused',
    async (query) => {
      await expectRefusal(`GET /api/v1/forms/${formId}/submissions?${query}`, {}, 422);
    },
  );

  it.each([
    'from=0000-01-01&to=0000-01-02',
    'from=0000-01-01T00:00:00%2B23:59',
    'to=9999-12-31T23:59:59-23:59',
    'from=9999-12-31&to=0001-01-01',
    'q=%25_%5C%22%27',
    'q=%F0%9F%98%80&origin=%F0%9F%98%80',
    'origin=&q=',
    'limit=2e2',
    `cursor=${cursorAt(0)}`,
    `cursor=${cursorAt(8_640_000_000_000_000)}`,
    `cursor=${cursorAt(8_640_000_000_000_000, 'newer')}`,
    `cursor=${cursorAt(253_402_300_800_000, 'newer')}`,
  ])('of a form’s submissions with the query %s are answered', async (query) => {
    const answer = await account.call(`GET /api/v1/forms/${formId}/submissions?${query}`, { token });
    expect([answer.status, answer.body]).toMatchObject([200, { submissions: [] }]);
    if (query.startsWith('cursor') || query.startsWith('limit')) return;
    expect((await account.call(`GET /api/v1/forms/${formId}/export?${query}`, { token })).status).toBe(200);
  });

  it.each([
    `cursor=${cursorAt(8_640_000_000_000_001)}`,
    `cursor=${cursorAt(-1)}`,
    `cursor=${cursorAt(0.5)}`,
    `cursor=${Buffer.from('[0,0]').toString('base64url')}`,
    `cursor=${Buffer.from('{"0":0}').toString('base64url')}`,
    'from=2025-02-30',
    'from=2025-01-01T25:00:00Z',
    'from=10000-01-01',
    'spam=1',
    'q=a%00b',
    'origin=a%00b',
  ])('of a form’s submissions with the query %s are refused as well', async (query) => {
    await expectRefusal(`GET /api/v1/forms/${formId}/submissions?${query}`, {}, 422);
  });

  it.each(['/api/v1/forms/%ff', '/api/v1/forms/%00/submissions', '/api/v1/%2e%2e/me', '/api/v1/forms/a/b/c'])(
    'such as %s lead nowhere',
    async (address) => {
      await expectRefusal(`GET ${address}`, {}, 404);
    },
  );
});

describe('generated calls', () => {
  it('of every route are answered as they are declared, or refused', async () => {
    const { prisma } = account.deps.database;
    const { id: submissionId } = await buildSubmission(prisma, { formId });
    const calls = fc.sample(hostileCalls([formId, formId, submissionId]), cases(300));
    const faults = await tryCalls((request, sent) => account.call(request, { token, ...sent }), calls);
    expect(faults).toEqual([]);
  });
});
