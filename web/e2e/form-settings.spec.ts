import type { Form } from '@inlet/contracts/forms';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { website } from './inlet.ts';
import { expectGoodInBothThemes, keepMessages, signIn } from './pages.ts';

test('the settings of a form are saved by hand, said for a while, and hold', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}`);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/settings`);
  await expect(page).toHaveTitle(`Settings of ${form.name} · Inlet`);
  await page.getByLabel('Form Name').fill('');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByLabel('Form Name')).toHaveAccessibleDescription('Form name is required');
  await expect(page.getByLabel('Form Name')).toBeFocused();

  await page.getByLabel('Form Name').fill(`${form.name} renamed`);
  await page.getByLabel('Description Optional').fill('Where questions arrive');
  await page.getByText('Form is active').click();
  await expect(page.getByRole('switch', { name: 'Form is inactive' })).not.toBeChecked();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Settings saved successfully');
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  await expect.poll(() => inlet.sendRefused(form, { message: 'Hello' }, website)).toBe(404);
  await page.reload();
  await expect(page.getByLabel('Form Name')).toHaveValue(`${form.name} renamed`);
  await expect(page.getByLabel('Description Optional')).toHaveValue('Where questions arrive');
  await expect(page.getByRole('switch', { name: 'Form is inactive' })).not.toBeChecked();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: `${form.name} renamed`, level: 1 })).toBeVisible();
});

test('the allowed origins save themselves, and nothing else with them', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await openSettings(page, form);
  const input = page.getByLabel('Add an origin');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  const entries = page.getByRole('list', { name: 'Allowed origins' }).getByRole('listitem');
  await expect(input).toHaveAttribute('placeholder', 'https://example.com or https://*.example.com');
  await expect(add).toBeDisabled();
  await page.getByLabel('Form Name').fill('A name that nobody saves');

  await input.fill('http://shop.example');
  await add.click();
  await expect(page.getByRole('alert')).toHaveText('Origin must start with https://');
  await input.fill(`${website}/`);
  await add.click();
  await expect(page.getByText(`${website} is on the list already`)).toBeVisible();
  await expect(entries).toHaveText([website]);

  await input.fill('https://*.Shop.example');
  await input.press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Auto-saved');
  await input.fill('http://localhost:3000');
  await add.click();
  await page.getByRole('button', { name: `Remove ${website}` }).click();
  await expect(entries).toHaveText(['https://*.shop.example', 'localhost:3000']);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Auto-saved');
  await expect(() => inlet.submit(form, { message: 'Hello' }, 'https://www.shop.example')).toPass();
  await expect.poll(() => inlet.sendRefused(form, { message: 'Hello' }, website)).toBe(403);

  await expect(page.getByLabel('Form Name')).toHaveValue('A name that nobody saves');
  await page.reload();
  await expect(page.getByLabel('Form Name')).toHaveValue(form.name);
  await expect(entries).toHaveText(['https://*.shop.example', 'localhost:3000']);
});

test('a failed save is reported, keeps its change, and is repeated on demand', async ({ page, inlet, watch }) => {
  watch.expectNetworkFailure();
  const form = await inlet.createForm();
  await openSettings(page, form);
  await page.route(`**/api/v1/forms/${form.id}`, (route) => route.abort());
  await page.getByRole('button', { name: `Remove ${website}` }).click();
  await expect(page.getByText('The list is empty, so any website may send to this form.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Your change of the allowed origins was not saved.');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByRole('alert')).toContainText('Your settings were not saved.');
  await page.unroute(`**/api/v1/forms/${form.id}`);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Settings saved successfully');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('leaving asks before unsaved settings are lost', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await openSettings(page, form);
  await page.getByLabel('Description Optional').fill('Half a thought');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Description Optional')).toHaveValue('Half a thought');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a form is deleted once this is confirmed, and a failure leaves everything as it was', async ({
  page,
  inlet,
  watch,
}) => {
  watch.expectNetworkFailure();
  watch.expectMessage('The form could not be deleted');
  const form = await inlet.createForm();
  await inlet.submit(form, { message: 'Hello' });
  await inlet.waitForTotal(form, 1);
  await openSettings(page, form);
  await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete this form' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete “${form.name}”?` });
  await expect(dialog).toContainText('The form and its 1 submission are deleted');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete this form' })).toBeFocused();

  await page.route(`**/api/v1/forms/${form.id}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Delete this form' }).click();
  const confirm = dialog.getByRole('button', { name: 'Yes, delete forever' });
  const failed = page.waitForEvent('requestfailed');
  await confirm.click();
  await failed;
  await expect(confirm).toBeEnabled();
  await page.unroute(`**/api/v1/forms/${form.id}`);
  await confirm.click();
  await expect(page).toHaveURL('/forms');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article', { name: form.name })).toBeHidden();
});

test('the settings of a form that does not exist are not found', async ({ page, watch }) => {
  watch.expectStatus(404);
  await signIn(page, '/forms/01934f6e-5a7c-7000-8000-000000000000/settings');
  await expect(page.getByRole('heading', { name: 'Form not found' })).toBeVisible();
  await expect(
    page.getByText("The form you're looking for doesn't exist or you don't have access to it"),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Forms' })).toHaveAttribute('href', '/forms');
});

test('the settings work with the keyboard alone', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await openSettings(page, form);
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.getByLabel('Form Name').focus();
  await press('Tab', 'Tab', 'Space');
  await expect(page.getByRole('switch', { name: 'Form is inactive' })).toBeFocused();
  await press('Tab', 'Enter');
  await expect(page.getByLabel('Add an origin')).toBeFocused();
  await page.keyboard.type('https://keys.example');
  await press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Auto-saved');
  await press('Tab');
  await expect(page.getByLabel('Size limit (kB, without files)')).toBeFocused();
  await press('Tab', 'Tab', 'Tab', 'Enter');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Settings saved successfully');
  await press('Tab', 'Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('button', { name: 'Delete this form' })).toBeFocused();
});

test('form settings have no accessibility violation and do not scroll sideways', async ({ page, inlet }) => {
  const form = await inlet.createForm({
    name: 'Averylongnamewithoutanyspaceinitthathastobreaksomewhere',
    allowedOrigins: ['https://a-very-long-subdomain.of-a-very-long-domain.that-goes-on.example.co.uk'],
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await openSettings(page, form);
  await page.getByLabel('Add an origin').fill('ftp://example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByText('Form is active').click();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Delete this form' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectGoodInBothThemes(page);
});

async function openSettings(page: Page, form: Form): Promise<void> {
  await signIn(page, `/forms/${form.id}/settings`);
  await expect(page.getByLabel('Form Name')).toHaveValue(form.name);
  await keepMessages(page);
}
