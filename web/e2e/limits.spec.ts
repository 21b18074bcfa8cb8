import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';

const reasonFor = (limit: number) =>
  `You've reached your form limit (${limit}). Upgrade your plan to create more forms.`;

test('a plan that is full leads from the dashboard to the plans, with the reason', async ({ page, inlet }) => {
  const limit = await inlet.useUpForms();
  await signIn(page, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Approaching Plan Limits' })).toBeVisible();
  await expect(page.getByText(`You have used ${limit} of ${limit} forms.`)).toBeVisible();
  const meter = page.getByRole('progressbar', { name: 'Forms used' });
  await expect(meter.locator('[data-level="full"]')).toHaveCount(1);
  await page.getByRole('button', { name: 'New Form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade Plan' });
  await expect(dialog.getByRole('alert')).toHaveText(reasonFor(limit));
  await expect(dialog.getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Form' })).toBeFocused();
});

test('a plan that is full takes no new form, and says so before anything is typed', async ({ page, inlet }) => {
  const limit = await inlet.useUpForms();
  await signIn(page, '/forms/new');
  await expect(page.getByRole('alert')).toContainText(reasonFor(limit));
  await expect(page.getByRole('button', { name: 'Create Form' })).toBeDisabled();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Upgrade Plan' }).click();
  await expect(page.getByRole('dialog', { name: 'Upgrade Plan' })).toBeVisible();
});
