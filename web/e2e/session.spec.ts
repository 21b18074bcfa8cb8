import type { Session } from '@inlet/contracts/sessions';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { demo } from './inlet.ts';
import { expectLandingPage, signIn } from './pages.ts';

test('people who are not signed in are sent to the sign-in screen', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  await expect(page).toHaveTitle('Sign in · Inlet');
  for (const path of ['/forms', '/forms/new', '/settings', '/payment/success?success=true', '/no-such-page']) {
    await page.goto(path);
    await expect(page).toHaveURL('/auth');
  }
});

test('errors are shown beside their fields before anything is sent', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password is required');
  await page.getByLabel('Email').fill('demo');
  await page.getByLabel('Password').fill('five5');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password must have at least 6 characters');
});

test("a wrong password shows the service's message", async ({ page, watch }) => {
  watch.expectStatus(401);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page).toHaveURL('/auth');
});

test('signing in leads to the dashboard, and a reload keeps the session', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome back', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back', level: 1 })).toBeVisible();
  await page.goto('/auth');
  await expect(page).toHaveURL('/dashboard');
  for (const path of ['/no-such-page', '/forms/1/2/3']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('the session is asked for once, before the app has loaded', async ({ page }) => {
  await signIn(page);
  let asked = 0;
  page.on('request', (request) => {
    asked += Number(request.url().endsWith('/api/auth/refresh'));
  });
  await page.route('**/assets/react-*.js', async (route) => {
    await expect.poll(() => asked).toBe(1);
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Forms', level: 1 })).toBeVisible();
  expect(asked).toBe(1);
});

test('a session is renewed silently before it ends', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  const renewal = page.waitForResponse('**/api/auth/refresh');
  await page.clock.fastForward('14:01');
  const { access_token: token }: Session = await (await renewal).json();
  const reading = page.waitForRequest('**/api/v1/usage');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  expect((await reading).headers().authorization).toBe(`Bearer ${token}`);
  await expect(page.getByRole('progressbar', { name: 'Forms used' })).toBeVisible();
});

test('signing in leads to the page that was asked for', async ({ page }) => {
  await page.goto('/forms/new');
  await expect(page).toHaveURL('/auth');
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/forms/new');
  await expect(page.getByRole('heading', { name: 'Create Form', level: 1 })).toBeVisible();
});

test('two tabs that are reloaded at the same moment both stay signed in', async ({ page, context }) => {
  await signIn(page);
  const other = await context.newPage();
  await other.goto('/forms');
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([page.reload(), other.reload()]);
    await expect(page.getByRole('heading', { name: 'Forms', level: 1 })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Forms', level: 1 })).toBeVisible();
  }
});

test('signing out ends the session in every tab', async ({ page, context }) => {
  await signIn(page);
  const other = await context.newPage();
  await other.goto('/forms');
  await expect(other.getByRole('heading', { name: 'Forms', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  for (const tab of [page, other]) await expectLandingPage(tab);
  await page.goto('/forms');
  await expect(page).toHaveURL('/auth');
});

test('the profile menu shows the email address, works with the keyboard and closes on a press outside', async ({
  page,
}) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Profile' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Profile' }).getByText(demo.email)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.mouse.click(10, 400);
  await expect(page.getByRole('menu')).toBeHidden();
});

test('a chosen theme holds before the first paint of the next visit', async ({ page, watch }) => {
  watch.expectNetworkFailure();
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page);
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/forms', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
