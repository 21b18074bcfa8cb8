import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';

const reasonFor = (limit: number) =>
  `You've reached your form limit (${limit}). Upgrade your plan to create more forms.`;

test('from four fifths of a limit on the dashboard warns, for everybody', async ({ page, inlet }) => {
  const { used, formLimit } = await inlet.useForms(0.8);
  await signIn(page, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Approaching Plan Limits' })).toBeVisible();
  await expect(page.getByText(`You have used ${used} of ${formLimit} forms.`)).toBeVisible();
  const meter = page.getByRole('progressbar', { name: 'Forms used' });
  await expect(meter.locator('[data-level="warning"]')).toHaveCount(1);
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('a plan that is full leads from the dashboard to the plans, with the reason', async ({ page, inlet }) => {
  const limit = await inlet.useUpForms();
  await signIn(page, '/dashboard');
  const warning = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'Plan limit reached' }) });
  await expect(warning).toContainText(reasonFor(limit));
  await expectGoodInBothThemes(page);
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
