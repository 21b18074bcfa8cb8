import { readFile } from 'node:fs/promises';
import type { Form } from '@inlet/contracts/forms';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, expectRows, rowsOf, save } from './inbox.ts';
import type { Inlet } from './inlet.ts';
import { expectAccessible, expectGoodInBothThemes, expectNoSidewaysScroll, keepMessages, signIn } from './pages.ts';

const message = 'Do you deliver to the Azores, and how long does it take in December?';

/** Submits for each name in this order, so the first name is last in the list. */
async function submitPeople(inlet: Inlet, form: Form, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    await inlet.submit(form, {
      name,
      email: `${name.toLowerCase()}@example.com`,
      quantity: names.length - index,
      message,
    });
  }
  await inlet.waitForTotal(form, names.length);
}

function countVisibleRows(page: Page): Promise<number> {
  return rowsOf(page).evaluateAll(
    (rows) =>
      rows.map((row) => row.getBoundingClientRect()).filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight)
        .length,
  );
}

for (const { width, height, least } of [
  { width: 1440, height: 900, least: 14 },
  { width: 768, height: 1024, least: 12 },
  { width: 375, height: 812, least: 6 },
]) {
  test(`at ${width} × ${height} at least ${least} submissions are seen without scrolling`, async ({ page, inlet }) => {
    await page.setViewportSize({ width, height });
    const form = await inlet.createForm({ description: 'Questions from the contact page of the shop' });
    await submitPeople(
      inlet,
      form,
      Array.from({ length: 20 }, (_, index) => `Person${index}`),
    );
    await signIn(page, `/forms/${form.id}`);
    await expect(rowsOf(page).first()).toBeVisible();
    await expect.poll(() => countVisibleRows(page)).toBeGreaterThanOrEqual(least);
    const row = rowsOf(page).first();
    for (const text of ['Person19', message, 'www.example.com', '4 fields submitted']) {
      await expect(row.getByText(text).filter({ visible: true })).not.toHaveCount(0);
    }
    // The date and the time appear once.
    await expect(row.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M$/)).toBeVisible();
    await expect(row.getByRole('time')).toHaveAttribute('title', /, \d{4}, \d{1,2}:\d{2} [AP]M$/);
    await expect(row.getByText(/^(now|\d+ (min|h|d))$/)).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectGoodInBothThemes(page);
    await page.goto(`/forms/${form.id}/setup`);
    const tabs = page.getByRole('navigation', { name: 'Form' });
    await expect(tabs.getByRole('link', { name: 'Setup' })).toBeInViewport({ ratio: 0.9 });
  });
}

test('submissions are read, starred, tagged, noted and done, and all of it stays', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await submitPeople(inlet, form, ['Ada', 'Grace']);
  await signIn(page, `/forms/${form.id}`);
  const [grace, ada] = [rowsOf(page).filter({ hasText: 'Grace' }), rowsOf(page).filter({ hasText: 'Ada' })];
  await expect(grace).toContainText('Unread');
  await grace.getByRole('switch').click({ force: true });
  await grace.getByRole('button').click();
  const details = detailsOf(page);
  await expect(details.getByRole('heading', { name: 'Grace' })).toBeVisible();
  await expect(grace).not.toContainText('Unread');
  await details.getByLabel('Add a tag').fill('b2b');
  await page.keyboard.press('Enter');
  await expect(grace).toContainText('b2b');
  await details.getByLabel('Note').fill('Quote sent on the 21st');
  await details.getByRole('button', { name: 'Save note' }).click();
  await expect(details.getByRole('button', { name: 'Save note' })).toBeHidden();
  await details.getByRole('button', { name: 'Done' }).click();
  await expect(grace).toContainText('Done');
  const reply = await details.getByRole('link', { name: 'Reply' }).getAttribute('href');
  expect(reply).toMatch(/^mailto:grace@example\.com\?subject=Re%3A%20Form%20/);
  expect(decodeURIComponent(reply ?? '')).toContain(`> ${message}`);
  await expectGoodInBothThemes(page);

  await page.reload();
  await expect(details.getByLabel('Note')).toHaveValue('Quote sent on the 21st');
  await expect(grace.getByRole('switch')).toBeChecked();
  await expect(grace).toContainText('b2b');
  await expect(ada).toContainText('Unread');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Unread' }).click();
  await expectRows(page, ['Ada']);
});

test('a change of several is undone', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await submitPeople(inlet, form, ['Ada', 'Grace', 'Mary']);
  await signIn(page, `/forms/${form.id}`);
  await keepMessages(page);
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('3 submissions marked as done')).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: 'Done' })).toHaveCount(3);
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await expectAccessible(page);
  await save(page, () => undo.click());
  await expect(rowsOf(page).filter({ hasText: 'Done' })).toHaveCount(0);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowsOf(page).filter({ hasText: 'Done' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await expect(page.getByText('All submissions marked as read')).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: 'Unread' })).toHaveCount(0);
  await undo.click();
  await expect(rowsOf(page).filter({ hasText: 'Unread' })).toHaveCount(3);
});

test('done submissions are hidden once and for all, come back with Undo, and are exported', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await submitPeople(inlet, form, ['Ada', 'Grace', 'Mary']);
  await signIn(page, `/forms/${form.id}`);
  await keepMessages(page);
  await expectRows(page, ['Mary', 'Grace', 'Ada']);
  await page.getByRole('button', { name: 'Hide done' }).click();
  await expect(page.getByText('3 open submissions')).toBeVisible();
  await page.keyboard.press('j');
  await save(page, () => page.keyboard.press('e'));
  await expectRows(page, ['Grace', 'Ada']);
  await expect(rowsOf(page).first().getByRole('button')).toBeFocused();
  await expect(page.getByText('2 open submissions')).toBeVisible();
  await save(page, () => page.keyboard.press('z'));
  await expectRows(page, ['Mary', 'Grace', 'Ada']);
  await save(page, () => page.keyboard.press('e'));
  await expectRows(page, ['Mary', 'Ada']);
  // New submissions join the list, and the done one does not return with them.
  await inlet.submit(form, { name: 'Zoe', email: 'zoe@example.com', message });
  await expectRows(page, ['Zoe', 'Mary', 'Ada']);

  await page.reload();
  await expectRows(page, ['Zoe', 'Mary', 'Ada']);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV (Date, Origin, Data)' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Grace');

  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await save(page, () => page.getByRole('toolbar').getByRole('button', { name: 'Done' }).click());
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Show done' }).click();
  await expectRows(page, ['Zoe', 'Mary', 'Grace', 'Ada']);
  await expect(page.getByRole('button', { name: 'Hide done' })).toHaveAttribute('aria-pressed', 'false');
});

test('beside an open submission the list stays in use, and on a small screen Undo stays in reach', async ({
  page,
  inlet,
}) => {
  const form = await inlet.createForm();
  await submitPeople(inlet, form, ['Ada', 'Grace', 'Mary']);
  await signIn(page, `/forms/${form.id}`);
  await keepMessages(page);
  const details = detailsOf(page);
  await rowsOf(page).first().click();
  await expect(details).toContainText('Mary');
  await rowsOf(page).nth(2).click();
  await expect(details).toContainText('Ada');
  await page.keyboard.press('k');
  await expect(details).toContainText('Grace');
  const address = page.url();
  await page.keyboard.press('j');
  await expect(page).not.toHaveURL(address);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await page.setViewportSize({ width: 768, height: 1024 });
  await rowsOf(page).first().click();
  await details.getByRole('button', { name: 'Delete' }).click();
  await expect(details).toContainText('Grace');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expectRows(page, ['Mary', 'Grace', 'Ada']);
});

test('beside an open submission the message has most of the width, and the open row is the one with the focus', async ({
  page,
  inlet,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const form = await inlet.createForm();
  await submitPeople(inlet, form, ['Ada', 'Grace', 'Mary']);
  await signIn(page, `/forms/${form.id}`);
  const row = rowsOf(page).nth(1);
  const cell = row.locator('td').filter({ has: page.getByText(message) });
  await expect(row.getByText('4 fields submitted')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(detailsOf(page)).toContainText('Mary');
  await page.keyboard.press('j');
  await expect(detailsOf(page)).toContainText('Grace');
  await expect(row.getByRole('button')).toBeFocused();
  await expect(page.locator('tr[data-row].bg-accent-soft')).toHaveText(/Grace/);
  const list = (await page.getByRole('grid').boundingBox())?.width ?? 0;
  expect((await cell.boundingBox())?.width).toBeGreaterThan(list / 2);
  // Announced, but not visible.
  for (const quiet of ['4 fields submitted', 'www.example.com']) {
    expect((await row.getByText(quiet).locator('xpath=ancestor-or-self::td').boundingBox())?.width).toBe(1);
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(row.getByText('grace@example.com')).toBeVisible();
  await expect.poll(async () => (await row.getByText('4 fields submitted').boundingBox())?.width).toBeGreaterThan(80);
  await expectNoSidewaysScroll(page);
});

test('columns are chosen, moved and sorted by, and the choice is kept', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await submitPeople(inlet, form, ['Ada', 'Grace', 'Mary']);
  await signIn(page, `/forms/${form.id}`);
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'email' })).toBeVisible();
  await expect(heads.filter({ hasText: 'quantity' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('checkbox', { name: /quantity/ }).check();
  await dialog.getByRole('button', { name: 'Move quantity up' }).click();
  await expectGoodInBothThemes(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(heads.filter({ hasText: 'quantity' })).toBeVisible();
  const edge = page.getByRole('separator', { name: 'Width of name' });
  await edge.focus();
  const before = await edge.getAttribute('aria-valuenow');
  await save(page, () => page.keyboard.press('ArrowLeft'));
  await expect(edge).not.toHaveAttribute('aria-valuenow', before ?? '');
  const width = await edge.getAttribute('aria-valuenow');
  await page.reload();
  await expect(heads.filter({ hasText: 'quantity' })).toBeVisible();
  await expect(edge).toHaveAttribute('aria-valuenow', width ?? '');

  await page.getByTitle('Sort by name').click();
  await expectRows(page, ['Ada', 'Grace', 'Mary']);
  await expect(heads.filter({ hasText: 'name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByTitle('Sort by name').click();
  await expectRows(page, ['Mary', 'Grace', 'Ada']);
});

test('a submission has its subject or its time as a title, and the field that the owner chooses', async ({
  page,
  inlet,
}) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { q1: 'Yes', rating: 5 });
  await inlet.submit(form, { steps: message, customer: 'Acme', severity: 'high', title: 'Crash on save' });
  await inlet.waitForTotal(form, 2);
  await signIn(page, `/forms/${form.id}`);
  await expectRows(page, ['high', 'Yes']);
  const title = detailsOf(page).getByRole('heading', { level: 2 });
  await rowsOf(page).first().click();
  await expect(title).toHaveText('Crash on save');
  await page.keyboard.press('j');
  await expect(title).toHaveText(/^Submission of /);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await save(page, () => dialog.getByLabel('Sender').selectOption('customer'));
  await expectGoodInBothThemes(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('columnheader').filter({ hasText: 'customer' })).toBeVisible();
  await page.reload();
  await rowsOf(page).first().click();
  await expect(title).toHaveText('Acme');
});

test('a filter is saved as a view, and leads back to it', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await submitPeople(inlet, form, ['Ada', 'Grace']);
  await signIn(page, `/forms/${form.id}?q=grace`);
  await expectRows(page, ['Grace']);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name of the view').fill('Only Grace');
  await expectGoodInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/forms/${form.id}`);
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Only Grace' }).click();
  await expectRows(page, ['Grace']);
  await expect(page).toHaveURL(`/forms/${form.id}?q=grace`);
});

test('an export has one column per field, and what the view shows', async ({ page, inlet }) => {
  const form = await inlet.createForm({ name: 'Orders' });
  await submitPeople(inlet, form, ['Ada', 'Grace']);
  await signIn(page, `/forms/${form.id}?q=ada`);
  await expect(rowsOf(page)).toHaveCount(1);
  const files: Record<string, Buffer> = {};
  for (const kind of ['CSV, one column per field', 'Excel (XLSX)']) {
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: kind }).click(),
    ]);
    files[file.suggestedFilename()] = await readFile(await file.path());
  }
  const lines = files['Orders-submissions.csv']?.toString().trim().split('\r\n') ?? [];
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('name');
  expect(lines[1]).toContain('ada@example.com');
  expect(files['Orders-submissions.xlsx']?.subarray(0, 2).toString()).toBe('PK');
});

test('a new form opens on its setup and turns into an inbox', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await signIn(page, `/forms/${form.id}`);
  await expect(page.getByRole('link', { name: 'Setup' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'No submissions yet' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Svelte' })).toBeVisible();
  await expectGoodInBothThemes(page);
  await inlet.submit(form, { name: 'Ada' });
  await expectRows(page, ['Ada']);
  await expect(page.getByRole('link', { name: 'Inbox' })).toHaveAttribute('aria-current', 'page');
});
