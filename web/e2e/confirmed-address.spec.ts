import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, expectRows, rowsOf } from './inbox.ts';
import { linkInMailTo, mailCatcherUrl, textMailedTo } from './mails.ts';
import { expectAccessible, expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';

test('a visitor without JavaScript confirms the address, and the owner sees it at once', async ({
  page,
  browser,
  inlet,
  request,
}) => {
  const visitor = `${randomUUID()}@example.test`;
  const form = await inlet.createForm({ name: 'Contact' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `/forms/${form.id}/settings/notifications`);
  await page.getByRole('switch', { name: 'Visitors are not asked' }).click();
  await page.getByRole('switch', { name: 'Visitors get no copy' }).click();
  await expect(page.getByRole('region', { name: 'Preview of the mail' })).toContainText('“Contact”');
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await inlet.submit(form, { name: 'Ada', email: visitor, message: 'Is this repeated?' });
  const text = await textMailedTo(request, mailCatcherUrl(), visitor, /confirm-address/);
  expect(text).not.toMatch(/Ada|Is this repeated/);
  const path = await linkInMailTo(request, mailCatcherUrl(), visitor, /https?:\/\/\S*confirm\S+/);

  await page.goto(`/forms/${form.id}`);
  await expectRows(page, ['Ada']);
  await rowsOf(page).first().click();
  await expect(detailsOf(page)).toContainText('Not confirmed yet');

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const reader = await context.newPage();
  await reader.goto(path);
  await expect(reader.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await expectNoSidewaysScroll(reader);
  await reader.getByRole('button', { name: 'Confirm address' }).click();
  await expect(reader.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await reader.goto(path);
  await expect(reader.getByRole('heading', { name: 'Your address is already confirmed' })).toBeVisible();
  await context.close();

  await expect(detailsOf(page)).toContainText(/Confirmed [A-Z][a-z]{2} \d+/);
  await expect(rowsOf(page).first()).toContainText('Confirmed');
  await textMailedTo(request, mailCatcherUrl(), visitor, /Is this repeated\?/);
  await page.goto(`/forms/${form.id}?confirmed=false`);
  await expect(page.getByText('Address not confirmed')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  await page.goto(`/forms/${form.id}?confirmed=true`);
  await expectRows(page, ['Ada']);
});

test('the page of a link is good to read in both themes, also where the link is unknown', async ({ page, watch }) => {
  watch.expectStatus(404);
  await page.goto('/confirm-address?token=nonsense');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});
