import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectRows } from './inbox.ts';
import { demo, uniqueName } from './inlet.ts';
import { expectGoodInBothThemes, expectLandingPage, expectNoSidewaysScroll, keepMessages, signIn } from './pages.ts';

test('a person without a mouse signs in, creates a form, copies its endpoint and signs out', async ({
  page,
  context,
  inlet,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = uniqueName('By keyboard');
  await page.goto('/auth');
  await moveTo(page, page.getByLabel('Email'));
  await page.keyboard.type(demo.email);
  await moveTo(page, page.getByLabel('Password'));
  await page.keyboard.type(demo.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  // The address changes before the page does, and a key that is pressed in between belongs to the old page.
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await moveTo(page, page.getByRole('link', { name: 'Create Form' }).first());
  await page.keyboard.press('Enter');
  await moveTo(page, page.getByLabel('Form name'));
  await page.keyboard.type(name);
  await moveTo(page, page.getByRole('textbox', { name: 'Origin 1' }));
  await page.keyboard.type('https://example.com');
  await moveTo(page, page.getByRole('button', { name: 'Add origin' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Origin 2' })).toBeFocused();
  await page.keyboard.type('localhost:3000');
  await moveTo(page, page.getByRole('button', { name: 'Create Form' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/forms\/[0-9a-f-]{36}$/);
  inlet.deleteLater(page.url().split('/').at(-1) ?? '');

  await keepMessages(page);
  await moveTo(page, page.getByRole('button', { name: 'Copy the endpoint URL' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/api\/forms\/[0-9a-z]{12}$/);
  await moveTo(page, page.getByRole('tab', { name: 'Script tag' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('region', { name: 'React code' })).toBeVisible();

  await moveTo(page, page.getByRole('button', { name: 'Profile' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectLandingPage(page);
});

test('the command menu goes to a form, searches it and gives the focus back', async ({ page, inlet }) => {
  const name = uniqueName('Command');
  const form = await inlet.createForm({ name });
  for (const message of ['The lamp arrived', 'An invoice is missing']) await inlet.submit(form, { message });
  await signIn(page, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  // At full speed, because the menu is loaded at its first use.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  const menu = page.getByRole('dialog', { name: 'Search and commands' });
  const box = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(box).toHaveValue(name);
  await expect(menu.getByRole('option', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
  await expectGoodInBothThemes(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/forms/${form.id}`);
  await expectRows(page, ['An invoice', 'The lamp']);

  // From a field: the typed text stays, and the focus returns to it.
  const search = page.getByRole('searchbox', { name: 'Search submissions' });
  await page.keyboard.type('/');
  await page.keyboard.type('lamp');
  await expectRows(page, ['The lamp']);
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('lamp');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('missing');
  await expect(menu.getByRole('option').first()).toHaveText(`Search for “missing” in ${name}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/forms/${form.id}?q=missing`);
  await expectRows(page, ['An invoice']);

  // The export's own menu follows, with the focus in it.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Excel (XLSX)' })).toBeVisible();
  await page.keyboard.press('Escape');

  // A dialog that contains work keeps its keys.
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await expect(box).toBeVisible();
  await expectNoSidewaysScroll(page);
});

const stopsAtMost = 40;

/** Presses the key until the target has the focus. */
async function moveTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < stopsAtMost; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}
