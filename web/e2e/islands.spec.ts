import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { keepMessages, openPublicPage } from './pages.ts';

const react = /\/assets\/react-[^/]+\.js$/;
const script = /\/assets\/public-[^/]+\.js$/;
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Submissions, newest first' }).getByRole('button');
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the documentation' });

/** Holds requests back until they are released. */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('no public page loads React before an island is touched', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => react.test(request.url()) && loaded.push(page.url()));
  for (const path of ['/', '/pricing', '/docs', '/docs/api-reference', '/terms']) {
    await openPublicPage(page, path);
    await page.waitForLoadState('networkidle');
  }
  expect(loaded).toEqual([]);
  await openPublicPage(page, '/docs');
  const asked = page.waitForRequest(react);
  await searchBox(page).hover();
  await asked;
});

test('the demo is loaded when the page is scrolled near it', async ({ page }) => {
  await openPublicPage(page, '/');
  const asked = page.waitForRequest(react);
  await page.getByRole('heading', { name: 'Try it' }).scrollIntoViewIfNeeded();
  await asked;
});

test('a press that comes before React is done when it has come, once', async ({ page }) => {
  const letReactCome = await holdBack(page, react);
  await openPublicPage(page, '/');
  await rowsOf(page).nth(1).click();
  await rowsOf(page).nth(1).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letReactCome();
  await expect(page.getByRole('dialog', { name: 'Submission Details' })).toContainText('jonas@example.net');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a form that is sent before React is loaded keeps its text and arrives once', async ({ page }) => {
  const letReactCome = await holdBack(page, react);
  await openPublicPage(page, '/');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
  letReactCome();
  await expect(rowsOf(page).first()).toHaveText('Ada LovelaceJust nowada@example.com');
  await expect(page.getByText('Received. It is the first one in the list.')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(4);
});

test('an arrow key that comes before React moves to the next tab when it has come', async ({ page }) => {
  const letReactCome = await holdBack(page, react);
  await openPublicPage(page, '/');
  await page.getByRole('tab', { name: 'Live form' }).focus();
  await page.keyboard.press('ArrowRight');
  letReactCome();
  await expect(page.getByRole('tab', { name: 'HTML code' })).toBeFocused();
});

test('a search that is typed before React is loaded runs afterwards', async ({ page }) => {
  const letReactCome = await holdBack(page, react);
  await openPublicPage(page, '/docs/spam');
  await page.keyboard.press('/');
  await page.keyboard.type('redirect');
  letReactCome();
  await expect(page.getByRole('option').first()).toContainText('_redirect');
  await expect(searchBox(page)).toHaveValue('redirect');
  await expect(searchBox(page)).toBeFocused();
});

test('a press loads the page again when a script could not be loaded', async ({ page, watch }) => {
  watch.expectNetworkFailure();
  await page.route(react, (route) => route.abort());
  await openPublicPage(page, '/');
  const failed = page.waitForEvent('requestfailed', (request) => react.test(request.url()));
  await page.getByRole('heading', { name: 'Try it' }).scrollIntoViewIfNeeded();
  await failed;
  const loaded = page.waitForEvent('load');
  await page.getByRole('tab', { name: 'HTML code' }).click();
  await loaded;
  await page.unroute(react);
  // The page was loaded while the script was still away, so the first press may load it once more.
  await expect(async () => {
    await page.getByRole('tab', { name: 'HTML code' }).click();
    await expect(page.getByRole('tabpanel', { name: 'HTML code' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
});

test('a press before the page has its own script takes effect afterwards', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const letScriptCome = await holdBack(page, script);
  await page.goto('/');
  await rowsOf(page).first().click();
  letScriptCome();
  await expect(page.getByRole('dialog', { name: 'Submission Details' })).toContainText('marta@example.org');
  const letNextCome = await holdBack(page, script);
  await page.goto('/docs/quick-start');
  await keepMessages(page);
  await page.locator('figure').nth(1).getByRole('button', { name: 'Copy' }).click();
  letNextCome();
  await expect(page.locator('figure').nth(1).getByRole('button', { name: 'Copied' })).toBeVisible();
  const letLastCome = await holdBack(page, script);
  await page.goto('/docs');
  await searchBox(page).fill('redirect');
  letLastCome();
  await expect(page.getByRole('option').first()).toContainText('_redirect');
});

test('a member sees the way to the dashboard before anything else is loaded, and a stranger the way in', async ({
  page,
}) => {
  await holdBack(page, script);
  const links = page.getByRole('banner').getByRole('link');
  await page.goto('/docs');
  await expect(links).toHaveText(['Inlet', 'Docs', 'Pricing', 'Sign in', 'Create account']);
  await page.evaluate(() => localStorage.setItem('inlet-signed-in', '1'));
  await page.reload();
  await expect(links).toHaveText(['Inlet', 'Docs', 'Pricing', 'Dashboard']);
});
