import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes } from './pages.ts';
import { showProducts } from './products.ts';

const countPath = '**/api/payment/early-pro-count';

test('the price, the spots and the saving are those of the service', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('region', { name: 'Limited Time: Early Pro Special' })).toContainText(
    'of 20 spots claimed',
  );
  await expect(page.getByRole('progressbar', { name: 'Early Pro spots claimed' })).toBeVisible();
  const card = page.getByRole('article', { name: 'Early Pro' });
  await expect(card).toContainText('€49');
  await expect(card).toContainText('Save €131 a year compared with Pro');
  await expect(card).toContainText('5,000 submissions per month');
  await card.getByRole('link', { name: 'Join Waitlist' }).click();
  await expect(page).toHaveURL('/auth?early_pro=true');
});

test('when every spot is taken the button says so and leads nowhere else', async ({ page }) => {
  await page.route(countPath, (route) => route.fulfill({ json: { count: 20, available: 0 } }));
  await page.goto('/pricing');
  await expect(page.getByText('20 of 20 spots claimed')).toBeVisible();
  const button = page.getByRole('article', { name: 'Early Pro' }).getByRole('link', { name: 'Sold Out' });
  await expect(button).toHaveAttribute('href', '/pricing');
});

test('without the service there is a word about it and no number', async ({ page, watch }) => {
  watch.expectStatus(503);
  await page.clock.install();
  const refused = { status: 503, json: { error: 'away', code: 'unavailable' } };
  await page.route('**/api/products', (route) => route.fulfill(refused));
  await page.route(countPath, (route) => route.fulfill({ json: { count: 'many' } }));
  await page.goto('/pricing');
  const card = page.getByRole('article', { name: 'Early Pro' });
  await expect(card).not.toContainText('€');
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(card).toContainText('Failed to fetch products', { timeout: 50 });
  }).toPass();
  await expect(page.getByText('Failed to get early pro count')).toBeVisible();
  await expect(page.getByText(/\d+ spots?/)).toBeHidden();
  await expect(card).not.toContainText('€');
  await expect(card.getByRole('link', { name: 'Join Waitlist' })).toBeVisible();
});

test('the page leads to signing in and to the documentation', async ({ page }) => {
  await page.goto('/pricing');
  const onward = page.getByRole('region', { name: 'Ready for your first form?' });
  await expect(onward.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/auth?mode=sign-up');
  await expect(page.getByRole('link', { name: 'Read the docs' })).toHaveAttribute('href', '/docs');
});

test('the other plans stand in a table, with prices, limits and what is to come', async ({ page }) => {
  await showProducts(page, 'soon');
  await page.goto('/pricing');
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'Starter' })).toContainText('€5 / month');
  await expect(table.getByRole('columnheader', { name: 'Pro' })).toContainText('€15 / month');
  await expect(table.getByRole('columnheader', { name: 'Pro' })).toContainText('€180 / year');
  await expect(table.getByRole('row', { name: 'Submissions per month' })).toContainText('1,0005,000');
  await expect(table.getByRole('button', { name: 'Coming Soon' })).toHaveCount(2);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectGoodInBothThemes(page);
});
