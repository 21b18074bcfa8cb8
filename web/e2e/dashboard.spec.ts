import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectAccessible, expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';

test('the dashboard shows the plan, its use and the newest form, without accessibility violation', async ({
  page,
  inlet,
}) => {
  const form = await inlet.createForm();
  await signIn(page, '/dashboard');
  await expect(page.getByText('Pro Plan')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Forms used' })).toBeVisible();
  await expect(page.getByRole('article').first()).toHaveAccessibleName(form.name);
  await expect(page.getByRole('img', { name: /^Submissions of the last 30 days/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 667 });
  const [last, search] = await Promise.all([
    page.getByRole('link', { name: 'Create Form' }).first().boundingBox(),
    page.getByRole('button', { name: 'Search' }).boundingBox(),
  ]);
  expect(search?.x).toBeGreaterThan((last?.x ?? 0) + (last?.width ?? 0));
  await page.getByRole('link', { name: `View Details of ${form.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*/forms/${form.id}`));
});

for (const width of [320, 768]) {
  test(`the dashboard and analytics are good at ${width} pixels, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, '/dashboard');
    await expect(page.getByRole('img', { name: /^Submissions of the last 30 days/ })).toBeVisible();
    await expectGoodInBothThemes(page);
    await page.getByRole('link', { name: 'View analytics' }).click();
    await expect(page.getByRole('img', { name: /^Submissions by hour of the week/ })).toBeVisible();
    await expectGoodInBothThemes(page);
    for (const button of await page.getByRole('button', { name: 'Show as table' }).all()) await button.click();
    await expect(page.getByRole('table')).toHaveCount(4);
    await expectGoodInBothThemes(page);
  });
}

test('a row of a form is a link as a whole, and so is a submission', async ({ page, inlet }) => {
  const form = await inlet.createForm({ description: 'From the careers page', allowedOrigins: ['https://a.example'] });
  await inlet.submit(form, { name: 'Ada Lovelace', message: 'A note about engines' }, 'https://a.example');
  await signIn(page, '/dashboard');
  const latest = page
    .getByRole('region', { name: 'Latest' })
    .getByRole('link', { name: /Ada Lovelace/ })
    .first();
  await expect(latest).toContainText('A note about engines');
  await latest.click();
  await expect(page).toHaveURL(/\/forms\/.+submission=/);
  await page.goto('/dashboard');
  await page.getByRole('article', { name: form.name }).click({ position: { x: 40, y: 30 } });
  await expect(page).toHaveURL(new RegExp(`/forms/${form.id}`));
});

test('an origin that a form refused is allowed from the dashboard', async ({ page, inlet }) => {
  const form = await inlet.createForm({ allowedOrigins: ['https://a.example'] });
  const origin = `https://${form.endpointId}.example`;
  const message = { message: 'Hello' };
  expect(await inlet.sendRefused(form, message, origin)).toBe(403);
  await signIn(page, '/dashboard');
  const allow = page.getByRole('button', { name: `Allow this origin: ${origin}` });
  await expect(async () => {
    await page.reload();
    await expect(allow).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await allow.click();
  await expect(allow).toBeHidden();
  await expect(() => inlet.submit(form, message, origin)).toPass();
});

test('analytics of a period are reached and read with the keyboard alone', async ({ page }) => {
  await signIn(page, '/analytics');
  const year = page.getByRole('button', { name: 'Year' });
  await year.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/analytics?days=365');
  const chart = page.getByRole('region', { name: 'Submissions per week' });
  await expect(chart).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(chart.getByRole('button', { name: 'Show as table' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(chart.getByRole('row')).toHaveCount(54);
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expectNoSidewaysScroll(page);
});

test('analytics of a form are a tab of its page', async ({ page, inlet }) => {
  const form = await inlet.createForm({ allowedOrigins: ['https://a.example'] });
  await inlet.submit(form, { message: 'Hello' }, 'https://a.example');
  await inlet.waitForTotal(form, 1);
  await signIn(page, `/forms/${form.id}/analytics`);
  await expect(page.getByRole('navigation', { name: 'Form' }).getByRole('link', { name: 'Analytics' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('region', { name: 'Origins' })).toContainText('https://a.example');
  await expectGoodInBothThemes(page);
});
