import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { signIn } from './pages.ts';
import { newPerson } from './people.ts';
import { showProducts } from './products.ts';

// Holds the words of the product's specification about states and their times: section 4, with the gate of section 2
// and the sentences of section 8. Time passes by the clock of the page, which stands still until a test moves it.

/** Stops the clock of a loaded page, one minute ahead: the clock cannot go back, and it runs in the meantime. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Advances the clock by hundredths of a second until the condition holds. */
async function passUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    if (!(await holds())) await page.clock.runFor(10);
    expect(await holds()).toBe(true);
  }).toPass({ intervals: [20] });
}

test('4 and 9: a check confirms a copy for two seconds', async ({ page, inlet, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const form = await inlet.createForm();
  await signIn(page, '/forms');
  const card = page.getByRole('article', { name: form.name });
  await expect(card).toBeVisible();
  await stopClock(page);
  await card.getByRole('button', { name: 'Copy' }).click();
  const copied = card.getByRole('button', { name: 'Copied' });
  await expect(copied).toBeVisible();
  await page.clock.runFor(1_990);
  await expect(copied).toBeVisible();
  await page.clock.runFor(20);
  await expect(copied).toBeHidden();
});

test('4 and 9: origins save themselves after a tenth of a second, and what was saved is said for two or three', async ({
  page,
  inlet,
}) => {
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}/settings`);
  await expect(page.getByLabel('Form Name')).toHaveValue(form.name);
  await stopClock(page);
  let saves = 0;
  page.on('request', (request) => {
    saves += Number(request.method() === 'PATCH');
  });
  const status = page.getByRole('main').getByRole('status');
  const says = (words: string) => async () => (await status.textContent()) === words;

  await page.getByLabel('Add an origin').fill('https://shop.example');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('https://shop.example')).toBeVisible();
  await page.clock.runFor(90);
  expect(saves).toBe(0);
  await page.clock.runFor(20);
  await expect.poll(() => saves).toBe(1);
  await passUntil(page, says('Auto-saved'));
  await page.clock.runFor(1_900);
  await expect(status).toHaveText('Auto-saved');
  await page.clock.runFor(110);
  await expect(status).toHaveText('');

  await page.getByRole('button', { name: 'Save Settings' }).click();
  await passUntil(page, says('Settings saved successfully'));
  await page.clock.runFor(2_900);
  await expect(status).toHaveText('Settings saved successfully');
  await page.clock.runFor(110);
  await expect(status).toHaveText('');
});

test('2, 4 and 9: after a payment the plan is read again in three seconds', async ({ page }) => {
  await signIn(page, '/dashboard');
  let reads = 0;
  page.on('request', (request) => {
    reads += Number(request.url().endsWith('/api/v1/me'));
  });
  await stopClock(page);
  await page.goto('/payment/success?success=true');
  const processing = page.getByRole('heading', { name: 'Processing Your Payment' });
  await passUntil(page, () => processing.isVisible());
  await page.clock.runFor(2_900);
  await expect(processing).toBeVisible();
  expect(reads).toBe(0);
  const paid = page.getByRole('heading', { name: 'Payment Successful' });
  await passUntil(page, () => paid.isVisible());
  expect(reads).toBe(1);
  await expect(page.getByRole('heading', { name: 'Pro Plan' })).toBeVisible();
  const features = page.getByRole('main').getByRole('listitem');
  await passUntil(page, async () => (await features.count()) > 0);
  await expect(features.filter({ hasText: '5,000 submissions per month' })).toBeVisible();
});

test('2, 4, 8 and 9: without a subscription the plans stand in place of every screen', async ({
  page,
  request,
  watch,
}) => {
  for (const status of [503, 500]) watch.expectStatus(status);
  const person = await newPerson(request);
  await showProducts(page, 'soon');
  const release = Promise.withResolvers<void>();
  await page.route('**/api/v1/me', async (route) => {
    await release.promise;
    await route.fulfill({ status: 500, json: { error: 'Server error', code: 'server_error' } });
  });
  await signIn(page, '/forms', person);
  await expect(page.getByText('Checking subscription status...')).toBeVisible();
  release.resolve();
  // A plan that cannot be read counts as inactive.
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Limited Time: Early Pro Special')).toBeVisible();
  const earlyPro = page.getByRole('article', { name: 'Early Pro' });
  await expect(earlyPro).toContainText(/\d+ of 20 spots claimed/);
  await expect(earlyPro).toContainText(/\d+ spots remaining/);
  await expect(earlyPro.getByRole('link', { name: 'Join Waitlist' })).toHaveAttribute('href', '/auth?early_pro=true');
  for (const plan of ['Starter', 'Pro']) {
    const card = page.getByRole('article', { name: plan, exact: true });
    await expect(card.getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
  }
  const footer = 'All plans include a 30-day money-back guarantee and can be cancelled anytime.';
  for (const words of [footer, 'Secure Form Processing', 'GDPR Compliant', '24/7 Uptime', '99.9% guarantee']) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await page.route('**/api/payment/early-pro-count', (route) => route.fulfill({ json: { count: 20, available: 0 } }));
  for (const path of ['/dashboard', '/forms/new']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible({ timeout: 30_000 });
    await expect(earlyPro.getByRole('button', { name: 'Sold Out' })).toBeDisabled();
  }
});

test('8: the sentences for payments that do not work', async ({ page, request, watch }) => {
  for (const status of [401, 502, 503]) watch.expectStatus(status);
  watch.expectMessage('No valid session found');
  const person = await newPerson(request);
  await showProducts(page, 'open');
  await signIn(page, '/dashboard', person);
  const choose = page.getByRole('article', { name: 'Starter' }).getByRole('button', { name: 'Choose Plan' });
  const alert = page.getByRole('alert');
  const checkout = '**/api/payment/create-checkout-session';
  const refuse = (error: string) => ({ status: 503, json: { error, code: 'payments_unavailable' } });
  await page.route(checkout, (route) => route.fulfill(refuse('Failed to create checkout session')));
  await choose.click();
  await expect(alert).toHaveText('Failed to create checkout session');
  await page.route(checkout, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await choose.click();
  await expect(alert).toHaveText('Failed to start checkout process. Please try again.');

  const portal = '**/api/payment/create-portal-session';
  const openPortal = async () => {
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitem', { name: 'Manage Billing' }).click();
  };
  await page.reload();
  await page.route(portal, (route) => route.fulfill(refuse('Failed to create portal session')));
  await openPortal();
  await expect(alert).toHaveText('Failed to open billing portal. Please try again.');
  const said = page.waitForEvent('console', (message) => message.text() === 'No valid session found');
  await page.route(portal, (route) => route.fulfill({ status: 401, json: { error: 'Sign in', code: 'unauthorized' } }));
  await page.route('**/api/auth/refresh', (route) =>
    route.fulfill({ status: 401, json: { error: 'x', code: 'session_ended' } }),
  );
  await openPortal();
  await said;
});

test('8: the sentences for plans and spots that cannot be read', async ({ page, request, watch }) => {
  watch.expectStatus(503);
  const person = await newPerson(request);
  const away = { status: 503, json: { error: 'away', code: 'unavailable' } };
  await page.route('**/api/payment/early-pro-count', (route) => route.fulfill(away));
  await signIn(page, '/dashboard', person);
  await expect(page.getByText('Failed to get early pro count', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.route('**/api/products', (route) => route.fulfill(away));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to fetch products' })).toBeVisible({ timeout: 30_000 });
});
