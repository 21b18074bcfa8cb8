import type { UpdateFormPage } from '@inlet/contracts/form-page';
import type { RulesInput } from '@inlet/contracts/rules';
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import type { Inlet } from './inlet.ts';
import { expectAccessible, expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';

const fields: RulesInput['fields'] = [
  { name: 'name', type: 'text', label: 'Your name', required: true, maxLength: 80 },
  { name: 'email', type: 'email', label: 'Email', help: 'We write back to it.', required: true },
  { name: 'topic', type: 'choice', label: 'Topic', options: ['Sales', 'Help'] },
  { name: 'message', type: 'text', label: 'Message', rows: 4, pattern: '[^<]*' },
  { name: 'cv', type: 'file', label: 'Your file', maxBytes: 100 },
  { name: 'terms', type: 'consent', label: 'I agree', required: true },
];

async function openForm(inlet: Inlet, page: UpdateFormPage = {}, more: Partial<RulesInput> = {}) {
  const form = await inlet.createForm();
  await inlet.saveRules(form, { mode: 'enforce', fields, ...more });
  const { url } = await inlet.updatePage(form, { enabled: true, title: 'Write to us', ...page });
  return { form, path: new URL(url).pathname };
}

/** A visitor whose browser runs no scripts. */
async function visit(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const visitor = await context.newPage();
  await visitor.goto(path);
  return visitor;
}

async function fillIn(visitor: Page, message = 'Hello') {
  await visitor.getByLabel('Your name').fill('Ada');
  await visitor.getByLabel('Email').fill('ada@example.com');
  await visitor.getByLabel('Sales').check();
  await visitor.getByLabel('Message').fill(message);
  await visitor.getByLabel('I agree').check();
}

test('a visitor without JavaScript sends a hosted page with a file, and keeps what was typed after a fault', async ({
  browser,
  inlet,
  watch: _watch,
}) => {
  const { form, path } = await openForm(inlet, { thanks: 'Until soon!' });
  const visitor = await visit(browser, `${path}?name=Grace`);
  await expect(visitor.getByLabel('Your name')).toHaveValue('Grace');
  await expectNoSidewaysScroll(visitor);
  await fillIn(visitor);
  const file = (size: number) => ({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') });
  await visitor.getByLabel('Your file').setInputFiles(file(200));
  await visitor.getByRole('button', { name: 'Send' }).click();

  await expect(visitor.getByRole('alert')).toContainText('Your file can have at most 100 bytes');
  await expect(visitor.getByRole('heading', { name: 'Please check: Write to us' })).toBeVisible();
  await expect(visitor.getByLabel('Your file')).toHaveAccessibleDescription('Your file can have at most 100 bytes');
  await expect(visitor.getByLabel('Your name')).toHaveValue('Ada');
  await expect(visitor.getByLabel('Sales')).toBeChecked();
  await expect(visitor.getByLabel('I agree')).toBeChecked();
  await expectNoSidewaysScroll(visitor);
  await visitor.getByRole('link', { name: 'Your file can have' }).click();
  await expect(visitor).toHaveURL(/#field-4$/);
  await visitor.getByLabel('Your file').setInputFiles(file(20));
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(visitor.getByText('Until soon!')).toBeVisible();
  await inlet.waitForTotal(form, 1);
  await visitor.context().close();
});

test('a hosted page works by keyboard, without styles, from right to left, and passes axe', async ({
  page,
  inlet,
  watch,
}) => {
  watch.expectStatus(422);
  const { path } = await openForm(inlet, { title: 'اكتب إلينا', introduction: 'نحن نرد قريبا', accent: '#ffe600' });
  await page.goto(path);
  await expectGoodInBothThemes(page);
  await expect(page.getByRole('heading')).toHaveCSS('direction', 'rtl');
  await expect(page.getByLabel('Your name')).toHaveCSS('direction', 'ltr');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Your name')).toBeFocused();
  // The browser would stop a visitor before the service does.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectGoodInBothThemes(page);
  await expect(page.getByRole('heading')).toHaveCSS('direction', 'rtl');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Your name is required' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example.com');
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
  await expect(page.getByLabel('I agree')).toBeFocused();
  await page.keyboard.press('Space');
  // Without styles the honeypot shows, and says what it is.
  await page.evaluate(() => document.querySelector('style')?.remove());
  await expect(page.getByLabel('Leave this empty')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expectGoodInBothThemes(page);
});

test('the owner switches a page on, sorts its fields, and sees how to share it', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.saveRules(form, { mode: 'enforce', fields });
  await signIn(page, `/forms/${form.id}/page`);
  await page.getByLabel('The page is off').check();
  await page.getByLabel('Title').fill('Write <to> us');
  const preview = page.frameLocator('iframe[title="Page"]');
  await expect(preview.getByRole('heading', { name: 'Write <to> us' })).toBeVisible();
  await expect(page.frameLocator('iframe[title="After sending"]').getByRole('heading')).toHaveText('Thank you');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByAltText(/QR code/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Code that shows the page' })).toContainText(
    'title="Write &lt;to&gt; us"',
  );
  await page.getByRole('button', { name: 'Move Email up' }).click();
  await expect(preview.locator('label').first()).toHaveText('Email');
  await expect(page.getByText('Email is field 1 of 6')).toBeAttached();
  await page
    .getByRole('list', { name: 'Fields' })
    .getByText('I agree')
    .dragTo(page.getByRole('list', { name: 'Fields' }).getByText('Email', { exact: true }).first());
  await expect(preview.locator('label').first()).toHaveText('I agree');
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.goto(`/s/${form.endpointId}`);
  await expect(page.locator('label').first()).toHaveText('I agree');
});
