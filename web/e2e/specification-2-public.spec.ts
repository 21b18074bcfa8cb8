import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { demo } from './inlet.ts';
import { openPublicPage } from './pages.ts';

// Holds the words of the product's specification about public screens: section 2, with sections 1, 5 and 8 if they
// concern these screens.

test('2: the routes that need no session', async ({ page, request }) => {
  for (const path of ['/', '/docs', '/pricing', '/terms', '/privacy', '/dpa', '/auth']) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 200]);
    expect(await answer.text()).toMatch(/<title>[^<]+<\/title>/);
    expect(answer.headers()['permissions-policy']).toContain('camera=()');
  }
  const manifest = await (await request.get('/site.webmanifest')).json();
  for (const { src } of manifest.icons) expect([src, (await request.get(src)).status()]).toEqual([src, 200]);
  const signedInOnly = [
    '/dashboard',
    '/forms',
    '/forms/new',
    '/forms/x',
    '/forms/x/settings',
    '/payment/success',
    '/x',
  ];
  for (const path of signedInOnly) {
    await page.goto(path);
    await expect(page).toHaveURL('/auth');
  }
});

test('2: the landing page has its parts, and a demo that stays in the browser', async ({ page }) => {
  await openPublicPage(page, '/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Everything a form needs' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Early Pro, for the first users' })).toContainText('See pricing');
  await expect(page.getByRole('region', { name: 'Questions' }).locator('summary').first()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();

  const demoOf = page.getByRole('region', { name: 'Try it' });
  await expect(demoOf.getByRole('tab')).toHaveText(['Live form', 'HTML code']);
  for (const [label, type] of [
    ['Name', 'text'],
    ['Email', 'email'],
  ] as const) {
    await expect(demoOf.getByLabel(label)).toHaveAttribute('type', type);
    await expect(demoOf.getByLabel(label)).toHaveAttribute('required', '');
    await demoOf.getByLabel(label).fill('ada@example.com');
  }
  await demoOf.getByRole('button', { name: 'Send' }).click();
  const first = demoOf.getByRole('list', { name: 'Submissions, newest first' }).getByRole('button').first();
  await expect(first).toContainText('Just now');
  await first.click();
  await expect(page.getByRole('dialog', { name: 'Submission Details' })).toBeVisible();
});

test('2, 5 and 8: the sign-in takes an email and a password of six, and shows the message of the service', async ({
  page,
  watch,
}) => {
  watch.expectStatus(401);
  await page.goto('/auth');
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(page.getByLabel('Email')).toHaveAttribute('required', '');
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
  await expect(page.getByLabel('Password')).toHaveAttribute('required', '');
  await expect(page.getByLabel('Password')).toHaveAttribute('minlength', '6');
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password').fill('12345');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password must have at least 6 characters');
  await page.getByLabel('Password').fill('123456');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const box = page.getByRole('alert');
  await expect(box).toHaveText('Invalid email or password');
  expect(await isRed(page)).toBe(true);
});

/** True if the frame of the message is more red than anything else. */
function isRed(page: Page): Promise<boolean> {
  return page.getByRole('alert').evaluate((box) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('There is no canvas');
    canvas.fillStyle = getComputedStyle(box).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return red > green + 60 && red > blue + 60;
  });
}

test('2, 5, 7 and 8: the waitlist opens by its address, and is joined from both of its doors', async ({
  page,
  request,
  watch,
}) => {
  watch.expectStatus(500);
  const { waitlistEndpointId } = await (await request.get('/api/config')).json();
  const join = page.getByRole('button', { name: 'Join the waitlist' });
  await page.goto('/auth?early_pro=true');
  await expect(join).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await page.getByRole('link', { name: 'Join the waitlist' }).click();

  await join.click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required');
  await page.getByLabel('Email').fill('ada');
  await join.click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address');
  await page.getByLabel('Email').fill('specification@example.test');
  const address = `/api/forms/${waitlistEndpointId}`;
  await page.route(`**${address}`, (route) => route.fulfill({ status: 500, json: { success: false, error: 'No' } }));
  await join.click();
  await expect(page.getByRole('alert')).toHaveText('Failed to join waitlist. Please try again.');
  await page.unroute(`**${address}`);

  const sent = page.waitForRequest(`**${address}`);
  await join.click();
  expect((await sent).postDataJSON()).toEqual({
    email: 'specification@example.test',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    source: 'auth_page',
    plan_interest: 'general',
  });
  await expect(page).toHaveURL(/waitlist_success=true/);
  await expect(page.getByRole('status')).toContainText('You’re on the waitlist');
  await expect(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/auth');
  await page.getByRole('button', { name: 'Join with another email' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('');

  await page.goto('/auth?early_pro=true');
  await page.getByLabel('Email').fill('specification@example.test');
  const sentForEarlyPro = page.waitForRequest(`**${address}`);
  await join.click();
  expect((await sentForEarlyPro).postDataJSON()).toMatchObject({
    source: 'early_pro_pricing',
    plan_interest: 'early_pro',
  });
  await expect(page).toHaveURL('/auth?early_pro=true&waitlist_success=true');
});

test('2, 8 and 9: the pricing page offers the one card, the spots and the ways on', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const banner = page.getByRole('region', { name: 'Limited Time: Early Pro Special' });
  await expect(banner).toContainText(/\d+ of 20 spots claimed/);
  await expect(banner).toContainText(/\d+ spots remaining/);
  await expect(banner.getByRole('progressbar')).toBeVisible();
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card).toHaveAccessibleName('Early Pro');
  for (const words of ['€49', '/ year', 'Save €131 a year', '20 forms', '5,000 submissions per month']) {
    await expect(card).toContainText(words);
  }
  await expect(card).toContainText('30-day money-back guarantee. Cancel anytime.');
  await expect(card.getByRole('link', { name: 'Join Waitlist' })).toHaveAttribute('href', '/auth?early_pro=true');
  await expect(page.getByRole('region', { name: 'Pricing FAQ' })).toBeVisible();
  const onward = page.getByRole('region', { name: 'Ready for your first form?' });
  await expect(onward.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/auth?mode=sign-up');
  await expect(onward.getByRole('link', { name: 'Read the docs' })).toHaveAttribute('href', '/docs');

  await page.route('**/api/payment/early-pro-count', (route) => route.fulfill({ json: { count: 20, available: 0 } }));
  await page.reload();
  await expect(card.getByRole('link', { name: 'Sold Out' })).toHaveAttribute('href', '/pricing');
});

test('8: what the pricing page says when the service is away', async ({ page, watch }) => {
  watch.expectStatus(503);
  await page.clock.install();
  for (const path of ['**/api/products', '**/api/payment/early-pro-count']) {
    await page.route(path, (route) => route.fulfill({ status: 503, json: { error: 'away', code: 'unavailable' } }));
  }
  await page.goto('/pricing');
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(page.getByText('Failed to get early pro count', { exact: true })).toBeVisible({ timeout: 50 });
    await expect(page.getByText(/^Failed to fetch products/)).toBeVisible({ timeout: 50 });
  }).toPass();
});

test('2 and 5: the documentation describes the endpoint', async ({ request }) => {
  const text = async (path: string) => (await (await request.get(path)).text()).replaceAll(/<[^>]+>/g, ' ');
  const menu = await (await request.get('/docs')).text();
  const paths = [...new Set([...menu.matchAll(/href="(\/docs[a-z/-]*)"/g)].map(([, path = '']) => path))];
  const whole = (await Promise.all(paths.map(text))).join('\n');
  const words = [
    ...['/api/forms/', 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    ...['_redirect', '_success_message', 'success', 'message', 'submissionId', 'error'],
    ...['Form not found or inactive', 'Origin not allowed', 'Server error', '404', '403', '500'],
    ...['https://*.example.com', 'localhost:3000'],
  ];
  expect(words.filter((word) => !whole.includes(word))).toEqual([]);
  expect(whole).toMatch(/empty[^.]*any website/i);
});

test('1: the legal pages name the processor, the controller, the law and the retention', async ({ request }) => {
  const text = async (path: string) => (await (await request.get(path)).text()).replaceAll(/<[^>]+>|\s+/g, ' ');
  for (const path of ['/terms', '/privacy', '/dpa']) {
    expect(await text(path)).toMatch(/controller[\s\S]*processor|processor[\s\S]*controller/);
    expect(await text(path)).toContain('12 months');
  }
  for (const path of ['/terms', '/dpa']) expect(await text(path)).toContain('law of Spain');
});
