import type { RulesInput } from '@inlet/contracts/rules';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectAccessible, expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';

test('visitors read the page in the language of their browser, or in that of the form', async ({
  page,
  browser,
  inlet,
  watch: _watch,
}) => {
  const form = await inlet.createForm();
  const fields: RulesInput['fields'] = [
    { name: 'name', type: 'text', label: 'Name' },
    // No browser checks it, so the service does.
    { name: 'topics', type: 'choice', label: 'Topics', multiple: true, required: true, options: ['A', 'B'] },
  ];
  await inlet.saveRules(form, { mode: 'enforce', fields });
  const { url } = await inlet.updatePage(form, { enabled: true });
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'pl-PL',
    viewport: { width: 320, height: 640 },
  });
  const visitor = await context.newPage();
  await visitor.goto(new URL(url).pathname);
  await visitor.getByRole('button', { name: 'Wyślij' }).click();
  await expect(visitor.getByRole('alert')).toContainText('Topics: Proszę dokonać wyboru.');
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'pl');
  await expectNoSidewaysScroll(visitor);
  await visitor.getByLabel('A', { exact: true }).check();
  await visitor.getByRole('button', { name: 'Wyślij' }).click();
  await expect(visitor.getByRole('heading', { name: 'Dziękujemy' })).toBeVisible();

  await signIn(page, `/forms/${form.id}/settings/after-sending`);
  const thanks = page.frameLocator('iframe[title="Thank-you page"]');
  await expect(thanks.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.getByLabel('Language of visitors’ pages').selectOption('Deutsch');
  await expect(thanks.getByRole('heading', { name: 'Vielen Dank' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Saved');
  await expectGoodInBothThemes(page);

  await visitor.getByRole('link', { name: 'Wypełnij formularz ponownie' }).click();
  await expect(visitor.getByRole('button', { name: 'Senden' })).toBeVisible();
  await context.close();
  await page.goto(new URL(url).pathname);
  await expect(page.getByRole('button', { name: 'Senden' })).toBeVisible();
  await expectAccessible(page);
});
