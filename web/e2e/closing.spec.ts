import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';

test('the owner closes a form after a number, visitors read the message, and the form opens again', async ({
  page,
  browser,
  inlet,
  watch: _watch,
}) => {
  test.slow();
  const form = await inlet.createForm();
  const { url } = await inlet.updatePage(form, { enabled: true, title: 'Camp' });
  await inlet.saveRules(form, { mode: 'warn', fields: [{ name: 'name', type: 'text', label: 'Your name' }] });

  await signIn(page, `/forms/${form.id}/settings`);
  await page.getByRole('link', { name: 'Open and close' }).click();
  await expect(page).toHaveTitle(`Open and close of ${form.name} · Inlet`);
  await page.getByLabel('Maximum').fill('0');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Maximum')).toHaveAccessibleDescription(/whole number, 1 or more/);
  await page.getByLabel('Maximum').fill('1');
  await page.getByLabel('Message while closed').fill('The camp is <b>full</b>.');
  const preview = page.frameLocator('iframe[title="Page while closed"]');
  await expect(preview.getByText('The camp is <b>full</b>.')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Saved');
  await expectGoodInBothThemes(page);

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const visitor = await context.newPage();
  const first = await context.newPage();
  for (const tab of [visitor, first]) {
    await tab.goto(new URL(url).pathname);
    await tab.getByLabel('Your name').fill('Ada');
  }
  await first.getByRole('button', { name: 'Send' }).click();
  await expect(first.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('This form is closed', { exact: true })).toBeVisible();
  await expect(visitor.getByText('The camp is <b>full</b>.')).toBeVisible();
  await inlet.waitForTotal(form, 1);
  await visitor.goto(new URL(url).pathname);
  await expect(visitor.getByText('The camp is <b>full</b>.')).toBeVisible();
  await expect(visitor.getByLabel('Your name')).toHaveCount(0);

  await page.goto(`/forms/${form.id}`);
  await expect(page.getByText('This form is full. 1 of 1 submissions are taken.')).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.goto('/forms');
  await page.getByLabel('Show forms').selectOption('Closed');
  await expect(page.getByRole('heading', { name: form.name })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectGoodInBothThemes(page);
  await page.getByRole('link', { name: `View ${form.name}` }).click();
  await page.getByRole('link', { name: 'Raise the number' }).click();
  await page.getByLabel('Maximum').fill('2');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Saved');
  await visitor.reload();
  await visitor.getByLabel('Your name').fill('Grace');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await context.close();
});
