import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';

test('a bar says that Inlet cannot be reached, and goes away by itself', async ({ page, context, watch }) => {
  watch.expectNetworkFailure();
  await signIn(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await context.setOffline(true);
  await expect(barOf(page)).toBeVisible();
  await expectGoodInBothThemes(page);
  await context.setOffline(false);
  await expect(barOf(page)).toBeHidden();
});

test('failed requests are repeated by themselves', async ({ page, watch }) => {
  watch.expectNetworkFailure();
  await signIn(page, '/forms/new');
  await page.route(isApi, (route) => route.abort());
  await page.getByRole('link', { name: 'Forms', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Your forms could not be loaded');
  await expect(barOf(page)).toBeVisible();
  await page.unroute(isApi);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(barOf(page)).toBeHidden();
});

test('a page whose parts did not arrive leaves the rest in place, and comes by itself', async ({ page, watch }) => {
  watch.expectNetworkFailure();
  await signIn(page);
  await page.route(isApi, (route) => route.abort());
  await page.route('**/assets/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Create Form' }).click();
  await expect(page.getByRole('alert')).toContainText('This page could not be shown');
  await expect(page.getByRole('alert')).toContainText('It is shown as soon as Inlet can be reached again.');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(barOf(page)).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.unroute('**/assets/**');
  await page.unroute(isApi);
  await expect(page.getByRole('heading', { name: 'Create Form' })).toBeVisible();
  await expect(page).toHaveURL('/forms/new');
});

const newFormChunk = '**/assets/new-form-page-*.js';

test('a part of the app that is gone with its release comes with a load of the page', async ({ page, watch }) => {
  watch.expectStatus(404);
  await signIn(page);
  await page.route(newFormChunk, (route) => route.fulfill({ status: 404 }), { times: 1 });
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Create Form' }).click();
  await loaded;
  await expect(page.getByRole('heading', { name: 'Create Form' })).toBeVisible();
  await expect(page).toHaveURL('/forms/new');
});

test('a part of the app that is gone for good is reported, after one load', async ({ page, watch }) => {
  watch.expectStatus(404);
  await signIn(page);
  await page.route(newFormChunk, (route) => route.fulfill({ status: 404 }));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Create Form' }).click();
  await loaded;
  await expect(page.getByRole('alert')).toContainText('A part of Inlet did not load.');
  expect(loads).toBe(1);
});

test('a page opened while Inlet is away waits for it', async ({ page, watch }) => {
  watch.expectNetworkFailure();
  await signIn(page);
  await page.clock.install();
  await page.route(isApi, (route) => route.abort());
  await page.reload();
  const away = page.getByRole('heading', { name: 'Inlet cannot be reached' });
  await expect(async () => {
    await page.clock.fastForward(7_000);
    await expect(away).toBeVisible({ timeout: 200 });
  }).toPass();
  await expectGoodInBothThemes(page);
  await page.unroute(isApi);
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('article').first()).toBeVisible();
});

const isApi = (url: URL) => url.pathname.startsWith('/api/');

function barOf(page: Page) {
  return page.getByText('Inlet cannot be reached. Trying again…');
}
