import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, expectRows, rowsOf, save, setFilter, totalSubmissions } from './inbox.ts';
import { website } from './inlet.ts';
import { expectGoodInBothThemes, keepMessages, signIn } from './pages.ts';

test('search, origin and folder stand in the address bar, and "back" takes them back', async ({
  page,
  inlet,
  watch,
}) => {
  watch.expectNetworkFailure();
  const other = 'https://shop.example.com';
  const form = await inlet.createForm({ allowedOrigins: [website, other] });
  await inlet.submit(form, { fruit: 'Apple' });
  await inlet.submit(form, { fruit: 'Banana' }, other);
  await inlet.submit(form, { fruit: 'Cherry', _gotcha: 'filled in by a robot' });
  await inlet.waitForTotal(form, 2);
  await signIn(page, `/forms/${form.id}`);
  await expectRows(page, ['Banana', 'Apple']);

  const search = page.getByRole('searchbox', { name: 'Search submissions' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('aPPle');
  await expectRows(page, ['Apple']);
  await expect(page).toHaveURL(`/forms/${form.id}?q=aPPle`);
  await expect(page.locator('mark')).toHaveText('Apple');
  await inlet.submit(form, { fruit: 'Pineápple' });
  await expectRows(page, ['Pineápple', 'Apple']);
  await expect(page.getByText('2 results')).toBeVisible();
  await inlet.submit(form, { fruit: 'Quince' });
  await expect(totalSubmissions(page)).toHaveText('4');
  await expect(rowsOf(page)).toHaveCount(2);
  await page.reload();
  await expectRows(page, ['Pineápple', 'Apple']);
  await expect(page.locator('mark')).toHaveText(['ápple', 'Apple']);
  await search.focus();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(rowsOf(page)).toHaveCount(4);

  await setFilter(page, (dialog) => dialog.getByLabel('Origin').selectOption(other));
  await expectRows(page, ['Banana']);
  await expect(page).toHaveURL(`/forms/${form.id}?origin=${encodeURIComponent(other)}`);
  await page.getByRole('link', { name: 'Spam' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/spam`);
  await expectRows(page, ['Cherry']);
  await page.goBack();
  await expectRows(page, ['Banana']);
  await page.getByRole('button', { name: `Remove the filter ${other}` }).click();
  await expect(rowsOf(page)).toHaveCount(4);

  await setFilter(page, (dialog) => dialog.getByLabel('Received up to').fill('2001-01-01'));
  await expect(page.getByRole('heading', { name: 'No submissions found' })).toBeVisible();
  await expect(page).toHaveURL(/to=2001-01-01/);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(rowsOf(page)).toHaveCount(4);
});

test('refused requests are shown with their reasons', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  expect(await inlet.sendRefused(form, { a: 1 }, 'https://elsewhere.example')).toBe(403);
  await signIn(page, `/forms/${form.id}/refused`);
  const reasons = page.getByRole('list', { name: 'Reasons' });
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByText('Nothing refused').or(reasons).waitFor();
      return reasons.count();
    })
    .toBe(1);
  await expect(reasons.getByRole('listitem')).toContainText(['Origin not allowed']);
  await expect(page.getByRole('list', { name: 'Latest refused requests' })).toContainText('https://elsewhere.example');
  await expectGoodInBothThemes(page);
  const allow = page.getByRole('button', { name: 'Allow https://elsewhere.example' });
  await allow.click();
  await expect(page.getByText('https://elsewhere.example may submit now')).toBeVisible();
  await expect(page.getByText('Allowed now')).toBeVisible();
  await inlet.submit(form, { a: 1 }, 'https://elsewhere.example');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(allow).toBeVisible();
  expect(await inlet.sendRefused(form, { a: 2 }, 'https://elsewhere.example')).toBe(403);
});

test('the keyboard alone goes through the list, selects, deletes and takes it back', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  for (const name of ['first', 'second', 'third']) await inlet.submit(form, { name });
  await signIn(page, `/forms/${form.id}`);
  await keepMessages(page);
  await expectRows(page, ['third', 'second', 'first']);
  await page.keyboard.press('j');
  await expect(rowsOf(page).first().getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rowsOf(page).nth(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 selected')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(detailsOf(page)).toContainText('second');
  await page.keyboard.press('j');
  await expect(detailsOf(page)).toContainText('first');
  // Keys act on the open row.
  await expect(rowsOf(page).nth(2).getByRole('button')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(detailsOf(page)).toContainText('third');
  await expect(rowsOf(page).first().getByRole('button')).toBeFocused();
  await page.keyboard.press('End');
  await expect(rowsOf(page).nth(2).getByRole('button')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rowsOf(page).nth(2).getByRole('button')).toBeFocused();

  await page.keyboard.press('#');
  await expect(page.getByText('1 submission deleted')).toBeVisible();
  await expectRows(page, ['third', 'second']);
  await expect(totalSubmissions(page)).toHaveText('2');
  await page.keyboard.press('z');
  await expectRows(page, ['third', 'second', 'first']);
  await expect(totalSubmissions(page)).toHaveText('3');

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Next and previous submission');
  await help.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('?');
  await expect(help).toBeHidden();
});

test('a search that is typed at full speed changes no submission', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  for (const name of ['Ada', 'Sara', 'Mary']) await inlet.submit(form, { name });
  await signIn(page, `/forms/${form.id}`);
  await expectRows(page, ['Mary', 'Sara', 'Ada']);
  const changes: string[] = [];
  page.on('request', (sent) => sent.method() !== 'GET' && changes.push(`${sent.method()} ${sent.url()}`));
  const search = page.getByRole('searchbox', { name: 'Search submissions' });

  // With a selection, the actions replace the search.
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.type('/sara');
  await expect(search).toHaveValue('sara');
  await expect(search).toBeFocused();
  await expectRows(page, ['Sara']);
  await page.keyboard.press('Escape');
  await expectRows(page, ['Mary', 'Sara', 'Ada']);

  // Directly after the end of a selection.
  await rowsOf(page).first().getByRole('checkbox').check();
  await page.keyboard.press('Escape');
  await page.keyboard.type('/sue');
  await expect(search).toHaveValue('sue');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expectRows(page, ['Mary', 'Sara', 'Ada']);

  // With the focus outside the list.
  await page.keyboard.type('sue#');
  expect(changes).toEqual([]);
});

test('a search begins from an open submission too, and what its keys change can be undone', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  for (const name of ['Ada', 'Sara']) await inlet.submit(form, { name });
  await signIn(page, `/forms/${form.id}`);
  await keepMessages(page);
  await expectRows(page, ['Sara', 'Ada']);
  const search = page.getByRole('searchbox', { name: 'Search submissions' });
  const details = detailsOf(page);
  const [sara, ada] = [rowsOf(page).filter({ hasText: 'Sara' }), rowsOf(page).filter({ hasText: 'Ada' })];
  await save(page, () => sara.getByRole('button').click());
  await save(page, () => ada.getByRole('button').click());
  await expect(details).toContainText('Ada');

  await details.getByRole('button', { name: 'Print' }).focus();
  await save(page, () => page.keyboard.press('e'));
  await expect(page.getByText('1 submission marked as done')).toBeVisible();
  await save(page, () => page.keyboard.press('z'));
  await expect(details.getByRole('button', { name: 'Done' })).toHaveAttribute('aria-pressed', 'false');

  const changes: string[] = [];
  page.on('request', (sent) => sent.method() !== 'GET' && changes.push(`${sent.method()} ${sent.url()}`));
  // Closing focuses the row that was read, unless the person types by then.
  await page.keyboard.press('Escape');
  await page.keyboard.type('/sue');
  await expect(search).toHaveValue('sue');
  await page.keyboard.press('Escape');
  await expectRows(page, ['Sara', 'Ada']);

  // With the details over the list, the details close first.
  await page.setViewportSize({ width: 768, height: 1024 });
  await sara.getByRole('button').click();
  await details.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.type('/sue#');
  await expect(details).toBeHidden();
  await expect(search).toBeFocused();
  // The search gets the letters that were typed after the details had closed.
  await search.fill('');
  await expectRows(page, ['Sara', 'Ada']);
  expect(changes).toEqual([]);
});

test('several are deleted or marked at once, and leaving the page sends the waiting change', async ({
  page,
  inlet,
}) => {
  const form = await inlet.createForm();
  for (const name of ['one', 'two', 'three', 'four']) await inlet.submit(form, { name });
  await inlet.waitForTotal(form, 4);
  await signIn(page, `/forms/${form.id}`);
  await keepMessages(page);
  await expect(rowsOf(page)).toHaveCount(4);
  const boxes = rowsOf(page).getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as spam' }).click();
  await expect(page.getByText('3 submissions marked as spam')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Form', exact: true });
  await expect(tabs.getByRole('link', { name: /^Spam/ })).toHaveText('Spam3');
  await expect(tabs.getByRole('link', { name: /^Inbox/ })).toHaveText('Inbox1');
  await expectRows(page, ['one']);
  await page.getByRole('link', { name: 'Spam' }).click();
  await expectRows(page, ['four', 'three', 'two']);
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await page.getByRole('button', { name: 'Not spam' }).click();
  await expect(page.getByRole('heading', { name: 'No spam' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowsOf(page)).toHaveCount(3);

  await rowsOf(page).getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 submission deleted')).toBeVisible();
  await page.goto('/forms');
  await page.goto(`/forms/${form.id}/spam`);
  await expectRows(page, ['three', 'two']);
});

test('a deletion that the service refuses says so, and the rows come back', async ({ page, inlet, watch }) => {
  watch.expectNetworkFailure();
  const form = await inlet.createForm();
  await inlet.submit(form, { name: 'one' });
  await inlet.submit(form, { name: 'two' });
  await signIn(page, `/forms/${form.id}`);
  await page.route('**/submissions/delete', (route) => route.abort());
  await rowsOf(page).getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByText(/^Nothing was deleted\. /)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(totalSubmissions(page)).toHaveText('2');
});

test('everything that a filter finds is deleted after a question', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { name: 'keep this one' });
  await inlet.waitForTotal(form, 1);
  await inlet.submitMany(form, 205);
  await signIn(page, `/forms/${form.id}?q=number`);
  await expect(rowsOf(page).first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await page.getByRole('button', { name: 'Select all that match' }).click();
  await expect(page.getByText('Selected all that match')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete submissions' });
  await expect(question).toContainText('It cannot be undone.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No submissions found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expectRows(page, ['keep this one']);
  await expect(totalSubmissions(page)).toHaveText('1');
});

test('a link to a submission opens it, and the list is behind it', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { name: 'older' });
  await inlet.submit(form, { name: 'newer' });
  await signIn(page, `/forms/${form.id}`);
  await rowsOf(page).filter({ hasText: 'newer' }).getByRole('button').click();
  await expect(page).toHaveURL(/\?submission=[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Older submission' }).click();
  await expect(detailsOf(page)).toContainText('older');
  await expect(page.getByRole('button', { name: 'Older submission' })).toBeDisabled();
  await page.reload();
  await expect(detailsOf(page)).toContainText('older');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}`);
  await expect(rowsOf(page)).toHaveCount(2);
});

test('the export has the filtered submissions, under the name of the form', async ({ page, inlet }) => {
  const form = await inlet.createForm({ name: 'Grüße & Küsse' });
  await inlet.submit(form, { fruit: 'Apple' });
  await inlet.submit(form, { fruit: 'Banana' });
  await inlet.waitForTotal(form, 2);
  await signIn(page, `/forms/${form.id}?q=apple`);
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Export' }).click();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV (Date, Origin, Data)' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('Grüße & Küsse-submissions.csv');
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Date,Origin,Data');
  expect(lines[1]).toMatch(
    /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2},"https:\/\/www\.example\.com","\{""fruit"":""Apple""\}"$/,
  );
  await expect(page.getByText(/^Exported Grüße & Küsse-submissions\.csv/)).toBeVisible();
});

test('an export that does not arrive says so, and one under way can be called off', async ({ page, inlet, watch }) => {
  watch.expectNetworkFailure();
  const form = await inlet.createForm();
  await inlet.submit(form, { fruit: 'Apple' });
  await signIn(page, `/forms/${form.id}`);
  await page.route('**/export?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'NDJSON, for programs' }).click();
  await expect(page.getByText(/^The export broke off, and nothing was saved\. /)).toBeVisible();
  await page.unroute('**/export?*');

  // A response that never comes.
  await page.route('**/export?*', () => undefined);
  await page.getByRole('button', { name: 'Export' }).click();
  const [request] = await Promise.all([
    page.waitForEvent('requestfailed'),
    (async () => {
      await page.getByRole('menuitem', { name: 'CSV (Date, Origin, Data)' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
    })(),
  ]);
  expect(request.url()).toContain('format=csv');
  await expect(page.getByText('Exporting')).toBeHidden();
});
