import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { countClicks } from './clicks.ts';
import { test } from './fixtures.ts';
import { type OwnProduct, startOwnProduct } from './own-product.ts';
import { expectGoodInBothThemes } from './pages.ts';

// An installation without payments that keeps its landing page.

let product: OwnProduct;

test.beforeAll(async () => {
  product = await startOwnProduct({ BILLING: 'off', LANDING: 'on', SIGN_UP: 'open' });
});
test.afterAll(() => product.stop());

test('leads from the landing page to the first form with five clicks at most', async ({ page, watch }) => {
  watch.expectRequestsTo(product.url);
  const clicks = await countClicks(page);
  await page.goto(product.url);
  await expect(page.getByText('Early Pro')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByText('Next: create your first form.')).toBeVisible();
  await page.getByLabel('Email').fill(`${randomUUID()}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('a-new-password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create Form' }).first().click();
  await page.getByLabel('Form name').fill('Contact');
  await page.getByLabel('Origin 1').fill('https://www.example.com');
  await page.getByRole('button', { name: 'Create Form' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  expect(clicks()).toBe(4);
  await page.goto(`${product.url}/dashboard`);
  await expect(page.getByText('Monthly Submissions')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectGoodInBothThemes(page);
});
