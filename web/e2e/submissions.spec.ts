import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { website } from './inlet.ts';
import { signIn } from './pages.ts';

const script = '<script>alert(1)</script>';

test('a submission appears without a reload and opens with the keyboard', async ({ page, inlet }) => {
  const form = await inlet.createForm({ description: 'Watched while it fills' });
  await signIn(page, `/forms/${form.id}`);
  await expect(page.getByRole('heading', { name: 'No submissions yet' })).toBeVisible();
  await expect(page.getByText(form.endpointUrl, { exact: true })).toBeVisible();

  await inlet.submit(form, { email: 'ada@example.com', comment: script });
  const row = page.getByRole('row', { name: '2 fields submitted' });
  await expect(row).toContainText(website);
  await expect(totalSubmissions(page)).toHaveText('1');

  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Submission Details' });
  await expect(dialog).toContainText(website);
  const shown = await dialog.getByRole('region', { name: 'Submitted Data' }).innerText();
  expect(JSON.parse(shown)).toEqual({ email: 'ada@example.com', comment: script });
  await expect(dialog.getByText('User Agent')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('button')).toBeFocused();
});

test('new submissions come in front of older ones', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { one: 1 });
  await signIn(page, `/forms/${form.id}`);
  const rows = page.getByRole('row').filter({ hasText: 'submitted' });
  await expect(rows).toContainText(['1 field submitted']);
  await inlet.submit(form, { one: 1, two: 2 });
  await expect(rows).toContainText(['2 fields submitted', '1 field submitted']);
});

test('older submissions are loaded page by page', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  for (let sent = 0; sent < 103; sent += 1) await inlet.submit(form, { number: sent });
  await inlet.waitForTotal(form, 103);
  await signIn(page, `/forms/${form.id}`);
  await expect(totalSubmissions(page)).toHaveText('103');
  const rows = page.getByRole('row').filter({ hasText: 'submitted' });
  await expect(rows).toHaveCount(100);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows).toHaveCount(103);
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
});

test('a form that does not exist is not found', async ({ page, watch }) => {
  watch.expectStatus(404);
  await signIn(page, '/forms/01934f6e-5a7c-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Form not found' })).toBeVisible();
  await expect(
    page.getByText("The form you're looking for doesn't exist or you don't have access to it"),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to Forms' }).click();
  await expect(page).toHaveURL('/forms');
});

function totalSubmissions(page: Page) {
  return page.locator('dt', { hasText: 'Total Submissions' }).locator('xpath=following-sibling::dd');
}
