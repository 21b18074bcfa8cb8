import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './pages.ts';

test('the dashboard shows the plan, its use and the newest form, without accessibility violation', async ({
  page,
  inlet,
}) => {
  const form = await inlet.createForm();
  await signIn(page, '/dashboard');
  await expect(page.getByText('Pro Plan')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Forms used' })).toBeVisible();
  await expect(page.getByRole('article').first()).toHaveAccessibleName(form.name);
  await expectAccessible(page);
  await page.getByRole('link', { name: `View Details of ${form.name}` }).click();
  await expect(page).toHaveURL(`/forms/${form.id}`);
});

test('the dashboard does not scroll sideways at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, '/dashboard');
  await expect(page.getByRole('progressbar', { name: 'Forms used' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
