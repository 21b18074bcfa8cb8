import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, expectRows, rowsOf, setFilter } from './inbox.ts';
import type { Inlet } from './inlet.ts';
import { expectGoodInBothThemes, expectNoSidewaysScroll, keepMessages, signIn } from './pages.ts';
import { serveWebsite } from './samples/serve-pages.ts';

const widths = [375, 820, 1440];

test('rules are made with the keyboard alone, and visitors without JavaScript read what they break', async ({
  page,
  browser,
  inlet,
}) => {
  test.slow();
  const shop = await serveWebsite();
  const form = await inlet.createForm({ allowedOrigins: [new URL(shop.origin).host] });
  await signIn(page, `/forms/${form.id}/rules`);
  await expect(page).toHaveTitle(`Rules of ${form.name} · Inlet`);
  await expect(page.getByText('No field has a rule yet.')).toBeVisible();
  await expectGoodInBothThemes(page);

  await page.getByRole('radio', { name: 'Off' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Enforce' })).toBeChecked();
  await addField(page, 'mail', 'Email address', 'Your email');
  await addField(page, 'guests', 'Number', 'Guests');
  await tabTo(page, page.getByLabel('Largest'));
  await page.keyboard.type('9');
  await tabTo(page, page.getByRole('button', { name: /^Guests / }), 'Shift+Tab');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(titles(page)).toHaveText(['Guests', 'Your email']);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(titles(page)).toHaveText(['Your email', 'Guests']);
  await tabTo(page, page.getByRole('switch', { name: 'Required' }).first(), 'Shift+Tab');
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Save changes' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(titles(page)).toHaveText(['Your email', 'Guests']);

  shop.pages.set(
    '/',
    `<title>Shop</title><form action="${form.endpointUrl}" method="post"><input name="mail"><input name="guests"><button>Send</button></form>`,
  );
  const context = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await context.newPage();
  await send(visitor, shop.origin, 'nobody', '12');
  await expect(visitor.getByText('Your email must be an email address')).toBeVisible();
  await expect(visitor.getByText('Guests must be 9 or less')).toBeVisible();
  await visitor.getByRole('link', { name: 'Back to the form' }).click();
  await send(visitor, shop.origin, 'ada@example.com', '2');
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await context.close();
  await shop.close();

  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expectRows(page, ['ada@example.com']);
  await page.getByRole('link', { name: /^Refused/ }).click();
  await expect(page.getByRole('list', { name: 'Reasons' })).toContainText('A field broke a rule of the form.');
  await page.getByRole('link', { name: 'Open the rules' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/rules`);
  const schema = await page.request.get(`${form.endpointUrl}/schema`);
  expect(await schema.json()).toMatchObject({ required: ['mail'] });
});

test('a rule that only warns marks what breaks it, and its labels head the columns', async ({ page, inlet }) => {
  const form = await formWithRules(inlet);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `/forms/${form.id}`);
  await expectRows(page, ['Grace', 'Ada']);
  await expect(rowsOf(page).first()).toContainText('Breaks 2 rules');
  await expect(rowsOf(page).nth(1)).not.toContainText('Breaks');
  await expect(page.getByRole('columnheader', { name: 'Full name' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await expect(columns.getByRole('checkbox', { name: /^Full name/ })).toBeChecked();
  await columns.getByRole('button', { name: 'Done' }).click();

  await setFilter(page, (dialog) => dialog.getByLabel('Rules').selectOption('Breaks a rule'));
  await expectRows(page, ['Grace']);
  await expect(page).toHaveURL(/ruleErrors=true/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name of the view').fill('To repair');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Remove the filter Breaks a rule' }).click();
  await expectRows(page, ['Grace', 'Ada']);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'To repair' }).click();
  await expectRows(page, ['Grace']);
  await expect(page).toHaveURL(`/forms/${form.id}?ruleErrors=true`);
  await page.getByRole('button', { name: 'Remove the filter Breaks a rule' }).click();
  await expectRows(page, ['Grace', 'Ada']);
  await rowsOf(page).first().getByRole('button').click();
  const rules = detailsOf(page).getByRole('region', { name: 'Rules' });
  await expect(rules.getByRole('listitem')).toHaveText([/^Email.*email address/, /^Guests.*9 or less/]);
  await expectGoodInBothThemes(page);
});

test('every part of the tab Rules is accessible on every screen', async ({ page, inlet }) => {
  test.slow();
  const form = await formWithRules(inlet);
  await signIn(page, `/forms/${form.id}/rules`);
  await keepMessages(page);
  await page.getByRole('button', { name: /^Full name/ }).click();
  await page.getByLabel('Pattern').fill('(');
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('A field needs a name')).toBeVisible();
  await expect(page.getByLabel('Pattern').first()).toBeFocused();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeInViewport();
  }
  await expectGoodInBothThemes(page);

  await page.getByRole('button', { name: 'Remove A new field' }).click();
  await page.getByLabel('Pattern').fill('');
  await page.getByLabel('A submission as JSON').fill('{"mail": "ada"}');
  await page.getByRole('button', { name: 'Try the rules' }).click();
  await expect(page.getByText('1 of the last 2 submissions would have been refused.')).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Paste or upload' }).click();
  await page.getByLabel('JSON', { exact: true }).fill('{"mode": "often", "fields": []}');
  await page.getByRole('button', { name: 'Use these rules' }).click();
  await expect(page.getByRole('alert')).toContainText('The mode is one of off, warn, enforce');
  await expectGoodInBothThemes(page);
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: 'Enforce' }).check();
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}`);
});

async function formWithRules(inlet: Inlet) {
  const form = await inlet.createForm();
  await inlet.saveRules(form, {
    mode: 'warn',
    unknown: 'keep',
    fields: [
      { name: 'full_name', type: 'text', label: 'Full name' },
      { name: 'mail', type: 'email', label: 'Email', required: true },
      { name: 'guests', type: 'number', label: 'Guests', min: 1, max: 9 },
    ],
  });
  await inlet.submit(form, { full_name: 'Ada', mail: 'ada@example.com', guests: 2 });
  await inlet.submit(form, { full_name: 'Grace', mail: 'grace', guests: 12 });
  await inlet.waitForTotal(form, 2);
  return form;
}

const titles = (page: Page) =>
  page.getByRole('list', { name: 'Fields with a rule' }).locator('[aria-expanded] bdi:first-child');

/** Adds a field by keys; its inputs are the last ones. */
async function addField(page: Page, name: string, type: string, label: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Add field' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Field name').last()).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(type);
  await page.keyboard.press('Tab');
  await page.keyboard.type(label);
  await expect(titles(page).last()).toHaveText(label);
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await hasFocus()); presses += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

async function send(visitor: Page, address: string, mail: string, guests: string): Promise<void> {
  await visitor.goto(address);
  await visitor.locator('[name=mail]').fill(mail);
  await visitor.locator('[name=guests]').fill(guests);
  await visitor.getByRole('button', { name: 'Send' }).click();
}
