import { readFile } from 'node:fs/promises';
import type { Product } from '@inlet/contracts/billing';
import type { Form } from '@inlet/contracts/forms';
import { type APIRequestContext, expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { demo, uniqueName, website } from './inlet.ts';
import { signIn } from './pages.ts';
import { newPerson } from './people.ts';
import { newSubscriber, type Subscriber } from './plans.ts';

// Holds the words of the product's specification about the service itself: the entities of section 3, the rules of
// sections 5 and 6, the calls of section 7, the catalogue of section 8 and the constants of section 9.

const limitReason = (limit: number) =>
  `You've reached your form limit (${limit}). Upgrade your plan to create more forms.`;
const monthlyReason = 'Monthly submission limit reached (100). Upgrade your plan or wait until next month.';

test('3, 7 and 9: the products, their prices and the spots', async ({ request }) => {
  const { products }: { products: Product[] } = await (await request.get('/api/products')).json();
  const shown = products.map(({ metadata, prices }) => [
    metadata.plan_key,
    ...prices.map(({ currency, unitAmount, recurringInterval, recurringIntervalCount }) =>
      [currency, unitAmount, recurringInterval, recurringIntervalCount].join(' '),
    ),
  ]);
  expect(shown.toSorted()).toEqual([
    ['early_pro', 'eur 4900 year 1'],
    ['pro', 'eur 1500 month 1', 'eur 18000 year 1'],
    ['starter', 'eur 500 month 1'],
  ]);
  for (const { id, name, metadata, prices } of products) {
    expect([id, name].every((text) => text !== '')).toBe(true);
    expect(metadata.features.length).toBeGreaterThan(0);
    for (const price of prices) expect(price).toMatchObject({ productId: id, type: 'recurring', metadata: {} });
  }
  const { count, available } = await (await request.get('/api/payment/early-pro-count')).json();
  expect(count + available).toBe(20);
});

test('3, 6, 8 and 9: each plan has its forms, its submissions and its features', async ({ page, request }) => {
  const person = await newSubscriber(request);
  await expectPlan(request, person, { plan: 'early_pro', forms: 20, submissions: 5_000, isAnalytic: true });
  await person.changeTo('price_inlet_pro_monthly', 'pro');
  await expectPlan(request, person, { plan: 'pro', forms: 20, submissions: 5_000, isAnalytic: true });
  await person.changeTo('price_inlet_starter_monthly', 'starter');
  const [form] = await expectPlan(request, person, {
    plan: 'starter',
    forms: 5,
    submissions: 1_000,
    isAnalytic: false,
  });
  if (!form) throw new Error('There is no form');

  const { headers } = person;
  const forms = await Promise.all([1, 2, 3].map(() => createForm(request, person)));
  await signIn(page, '/dashboard', person);
  await expect(page.getByText('Starter Plan', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Approaching Plan Limits' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade Plan' })).toBeVisible();
  const level = page.getByRole('progressbar', { name: 'Forms used' }).locator('[data-level]');
  await expect(level).toHaveAttribute('data-level', 'warning');
  const amber = await level.evaluate((bar) => getComputedStyle(bar).backgroundColor);
  forms.push(await createForm(request, person));
  await page.reload();
  await expect(level).toHaveAttribute('data-level', 'full');
  expect(await level.evaluate((bar) => getComputedStyle(bar).backgroundColor)).not.toBe(amber);
  await page.getByRole('button', { name: 'New Form' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(limitReason(5));
  await expect(page.getByRole('dialog').getByRole('article')).toHaveCount(3);
  const sixth = await request.post('/api/v1/forms', { data: { name: 'x', allowedOrigins: [website] }, headers });
  expect([sixth.status(), await sixth.json()]).toMatchObject([403, { error: limitReason(5) }]);

  await person.cancel();
  const usage = await (await request.get('/api/v1/usage', { headers })).json();
  expect(usage).toMatchObject({ formLimit: 1, submissionLimit: 100, isFormLimitReached: true });
  expect((await request.get('/api/v1/forms', { headers })).status()).toBe(402);
  const send = () => request.post(form.endpointUrl, { data: { a: 1 }, headers: { origin: website } });
  for (let sent = 0; sent < 100; sent += 20) await Promise.all(Array.from({ length: 20 }, send));
  const refused = await send();
  expect([refused.status(), await refused.json()]).toMatchObject([429, { success: false, error: monthlyReason }]);
});

interface Plan {
  readonly plan: string;
  readonly forms: number;
  readonly submissions: number;
  readonly isAnalytic: boolean;
}

/** Checks the plan of an account and returns its forms; the first check creates one. */
async function expectPlan(request: APIRequestContext, person: Subscriber, expected: Plan): Promise<Form[]> {
  const { headers } = person;
  const { forms }: { forms: Form[] } = await (await request.get('/api/v1/forms', { headers })).json();
  const [form = await createForm(request, person)] = forms;
  expect(await (await request.get('/api/v1/me', { headers })).json()).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    plan: expected.plan,
    subscriptionStatus: 'active',
    stripeSubscriptionId: expect.stringMatching(/^sub_/),
    stripeCustomerId: expect.stringMatching(/^cus_/),
  });
  expect(await (await request.get('/api/v1/usage', { headers })).json()).toMatchObject({
    currentForms: 1,
    formLimit: expected.forms,
    currentSubmissions: 0,
    submissionLimit: expected.submissions,
    isFormLimitReached: false,
    isSubmissionLimitReached: false,
    formUsagePercentage: 100 / expected.forms,
    submissionUsagePercentage: 0,
  });
  const analytics = await request.get('/api/v1/analytics?days=7', { headers });
  expect([expected.plan, analytics.status()]).toEqual([expected.plan, expected.isAnalytic ? 200 : 403]);
  const data = { url: 'https://example.com/hook' };
  expect((await request.post(`/api/v1/forms/${form.id}/targets`, { data, headers })).status()).toBe(201);
  return [form];
}

async function createForm(request: APIRequestContext, { headers }: Pick<Subscriber, 'headers'>): Promise<Form> {
  const data = { name: uniqueName('Form'), allowedOrigins: [website] };
  const answer = await request.post('/api/v1/forms', { data, headers });
  expect(answer.status()).toBe(201);
  return answer.json();
}

test('3, 5, 7 and 8: the public endpoint takes three kinds of bodies, and refuses with its sentences', async ({
  request,
  inlet,
}) => {
  const form = await inlet.createForm();
  const headers = { origin: website };
  for (const body of [{ data: { a: 1 } }, { form: { a: '1' } }, { multipart: { a: '1' } }]) {
    const answer = await request.post(form.endpointUrl, {
      ...body,
      headers: { ...headers, accept: 'application/json' },
    });
    expect([answer.status(), await answer.json()]).toMatchObject([
      200,
      { success: true, message: expect.any(String), submissionId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
  }
  const own = await request.post(form.endpointUrl, { data: { a: 1, _success_message: 'We write to you.' }, headers });
  expect(await own.json()).toMatchObject({ success: true, message: 'We write to you.' });
  const redirect = { a: '1', _redirect: `${website}/thanks` };
  const answer = await request.post(form.endpointUrl, {
    form: redirect,
    headers: { ...headers, accept: 'text/html' },
    maxRedirects: 0,
  });
  expect([answer.status(), answer.headers().location]).toEqual([303, `${website}/thanks`]);

  const refusal = async (address: string, origin: string) => {
    const refused = await request.post(address, { data: { a: 1 }, headers: { origin } });
    return [refused.status(), await refused.json()];
  };
  const notFound = [404, { success: false, error: 'Form not found or inactive' }];
  expect(await refusal('/api/forms/000000000000', website)).toMatchObject(notFound);
  const forbidden = [403, { success: false, error: 'Origin not allowed' }];
  expect(await refusal(form.endpointUrl, 'https://elsewhere.example')).toMatchObject(forbidden);
  await inlet.updateForm(form, { isActive: false });
  await expect.poll(() => refusal(form.endpointUrl, website)).toMatchObject(notFound);
  const { paths } = await (await request.get('/api/openapi.json')).json();
  expect(paths['/api/forms/{endpointId}'].post.responses['500'].description).toBe('Server error');
});

test('5: the origins of a form are exact, of a domain, or of a machine that somebody develops on', async ({
  request,
  inlet,
}) => {
  const allowedOrigins = ['https://example.com', 'https://*.example.org', 'localhost:3000'];
  const form = await inlet.createForm({ allowedOrigins });
  const statusFrom = async (origin: string) =>
    (await request.post(form.endpointUrl, { data: { a: 1 }, headers: { origin } })).status();
  for (const origin of [
    'https://example.com',
    'https://a.example.org',
    'https://a.b.example.org',
    'http://localhost:3000',
  ])
    expect([origin, await statusFrom(origin)]).toEqual([origin, 200]);
  for (const origin of [
    'http://example.com',
    'https://example.org',
    'https://www.example.com',
    'http://localhost:3001',
  ])
    expect([origin, await statusFrom(origin)]).toEqual([origin, 403]);
  await inlet.updateForm(form, { allowedOrigins: [] });
  await expect.poll(() => statusFrom('https://anywhere.example')).toBe(200);
});

test('3, 5, 6 and 7: the management calls, for their owner alone', async ({ request, inlet }) => {
  const { baseURL = '' } = test.info().project.use;
  const form = await inlet.createForm();
  const credentials = { email: demo.email, password: demo.password, transport: 'token' };
  const session = await (await request.post('/api/auth/sign-in', { data: credentials })).json();
  expect(session).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_at: expect.any(Number),
    user: { email: credentials.email },
  });
  const owner = { authorization: `Bearer ${session.access_token}` };
  const stranger = await newPerson(request);
  const other = { authorization: `Bearer ${stranger.accessToken}` };
  expect((await request.get('/api/v1/forms')).status()).toBe(401);
  const gate = await request.get(`/api/v1/forms/${form.id}`, { headers: other });
  expect([gate.status(), await gate.json()]).toMatchObject([402, { code: 'subscription_required' }]);
  const missing = `/api/v1/forms/01934f6e-5a7c-7000-8000-000000000000`;
  expect((await request.get(missing, { headers: owner })).status()).toBe(404);

  const bad = await request.post('/api/v1/forms', {
    data: { name: '', allowedOrigins: ['http://example.com'] },
    headers: owner,
  });
  const { issues } = await bad.json();
  expect([bad.status(), issues.map(({ message }: { message: string }) => message)]).toEqual([
    422,
    ['Form name is required', 'Origin must start with https://'],
  ]);

  const { id: userId } = await (await request.get('/api/v1/me', { headers: other })).json();
  for (const [call, data] of [
    ['create-checkout-session', { priceId: 'x', planType: 'pro', userId, successUrl: baseURL, cancelUrl: baseURL }],
    ['create-portal-session', { userId, returnUrl: `${baseURL}/dashboard` }],
  ] as const) {
    const path = `/api/payment/${call}`;
    expect((await request.post(path, { data })).status()).toBe(401);
    const refused = await request.post(path, { data, headers: other });
    expect([refused.ok(), await refused.json()]).toMatchObject([false, { error: expect.any(String) }]);
  }
});

test('2 and 9: the export has three columns, and the name of the form', async ({ page, request, inlet }) => {
  const form = await inlet.createForm({ name: 'Contact & more' });
  await inlet.updateForm(form, { allowedOrigins: [] });
  await inlet.submit(form, { fruit: 'Apple' });
  await inlet.waitForTotal(form, 1);
  expect((await request.post(form.endpointUrl, { data: { a: 1 } })).status()).toBe(200);
  await inlet.waitForTotal(form, 2);
  await signIn(page, `/forms/${form.id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).first().click(),
  ]);
  expect(file.suggestedFilename()).toBe('Contact & more-submissions.csv');
  const text = await readFile(await file.path(), 'utf8');
  const [head, newest, oldest] = text.replace('\ufeff', '').split('\r\n');
  const date = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
  expect(head).toBe('Date,Origin,Data');
  expect(newest).toMatch(new RegExp(`^${date},"?Unknown"?,"\\{""a"":1\\}"$`));
  expect(oldest).toMatch(new RegExp(`^${date},"${website}","\\{""fruit"":""Apple""\\}"$`));
});
