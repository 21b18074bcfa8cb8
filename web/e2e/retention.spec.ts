import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';

test('an owner chooses how long a form keeps its submissions', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { message: 'Hello' });
  await inlet.waitForTotal(form, 1);
  await signIn(page, `/forms/${form.id}/settings`);
  await page.getByRole('link', { name: 'Retention' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/settings/retention`);
  await expect(page).toHaveTitle(`Retention of ${form.name} · Inlet`);
  await expectGoodInBothThemes(page);

  await page.getByRole('switch', { name: 'Automatic deletion is off' }).press('Space');
  const days = page.getByLabel('Days', { exact: true });
  await expect(days).toHaveValue('90');
  await expect(page.getByText('No submission of this form is older than 90 days now.')).toBeVisible();
  await days.fill('0');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(days).toBeFocused();
  await expect(days).toHaveAccessibleDescription(/1 to 3,650/);
  await expectGoodInBothThemes(page);

  // No submission is old in a test, so the page gets a count of 12,000 for 30 days.
  await page.route(/\/retention\?days=30$/, (route) =>
    route.fulfill({ json: { days: null, isActive: true, expired: 10_000, expiredIsExact: false } }),
  );
  await page.getByRole('button', { name: '30 days' }).click();
  await expect(page.getByText(/has more than 10,000 submissions older than 30 days/)).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete more than 10,000 submissions?' });
  await expect(dialog).toContainText('starred ones too');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectGoodInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByRole('button', { name: 'Yes, delete forever' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.reload();
  await expect(days).toHaveValue('30');
  await page.getByRole('switch', { name: 'Automatic deletion is on' }).press('Space');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto('/settings/activity');
  await expect(page.getByText(/30 days/).first()).toBeVisible();
});
