import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectRows, rowsOf, totalSubmissions } from './inbox.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';

const csv = `Timestamp,Name,Message,IP address
03/04/2024 10:15:00,Ada,A question,10.0.0.1
05/04/2024 11:20:00,Lin,"An order,
in two lines",10.0.0.2
soon,Eve,No date,10.0.0.3
`;

const fileOf = (text: string, name = 'answers.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const countsOf = (page: Page, heading: string) =>
  page.getByRole('region', { name: heading, exact: true }).getByRole('definition');
const columnOf = (page: Page, name: string) => page.getByRole('listitem', { name });

async function chooseFile(page: Page, text: string): Promise<void> {
  await page.getByLabel('Choose a file').setInputFiles(fileOf(text));
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeFocused();
}

async function setColumns(page: Page): Promise<void> {
  await columnOf(page, 'Timestamp').getByLabel('Becomes').selectOption('Date');
  await page.getByLabel('Order').selectOption('Day, then month');
  await columnOf(page, 'IP address').getByLabel('Becomes').selectOption('Left out');
}

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeFocused();
}

test('an owner imports a file with its dates, once, and takes it back', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submit(form, { Name: 'Grace', Message: 'Sent today' });
  await inlet.waitForTotal(form, 1);
  await signIn(page, `/forms/${form.id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Import submissions' }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/import`);
  await expect(page).toHaveTitle(`Import into ${form.name} · Inlet`);
  await expect(page.getByText('Nothing was imported into this form yet.')).toBeVisible();
  await expectGoodInBothThemes(page);

  await page.getByLabel('Choose a file').setInputFiles(fileOf('PK\u0003\u0004', 'answers.xlsx'));
  await expect(page.getByText(/This is an archive or a workbook/)).toBeVisible();
  await chooseFile(page, csv);
  await setColumns(page);
  await expect(page.getByText('1 of the first 3 rows has no date in “Timestamp”')).toBeVisible();
  await expect(page.getByText('03/04/2024 10:15:00 is read as Apr 3, 2024, 10:15:00 AM UTC')).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectGoodInBothThemes(page);
  await check(page);
  await expect(page.getByText('Line 5')).toBeVisible();
  await expectGoodInBothThemes(page);

  await page.getByRole('button', { name: 'Import 2 submissions' }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused();
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 1_280, height: 720 });
  await expect(totalSubmissions(page)).toHaveText('3');
  await page.getByRole('link', { name: 'Open the inbox' }).click();
  await expectRows(page, ['Sent today', 'An order', 'A question']);
  await expect(rowsOf(page).nth(2)).toContainText('Apr 3, 2024');
  await expect(page.getByText('10.0.0.1')).toHaveCount(0);

  // The same file again, as after an interruption, and from a page that was opened anew.
  await page.goto(`/forms/${form.id}/import`);
  await expect(page.getByRole('list', { name: 'Earlier imports' })).toContainText('2 submissions by');
  await chooseFile(page, csv);
  await setColumns(page);
  await check(page);
  await expect(countsOf(page, 'What would happen')).toContainText(['0', '2', '1']);
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose another file' }).click();

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, undo the import' }).click();
  await expect(page.getByRole('list', { name: 'Earlier imports' })).toContainText('Undone');
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expectRows(page, ['Sent today']);
});

test('a large file can be stopped and continued, and is stored once', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  const rows = Array.from({ length: 4_500 }, (_, index) => `visitor${index % 4_000}@example.com,Hello`);
  await signIn(page, `/forms/${form.id}/setup`);
  await page.getByRole('link', { name: 'Import earlier submissions' }).click();
  await chooseFile(page, `Email,Message\n${rows.join('\n')}\n`);
  await check(page);

  // The third call waits until the page was told to stop.
  const held = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(/dryRun=false/, async (route) => {
    calls += 1;
    if (calls === 3) await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Import 4,500 submissions' }).click();
  await expect(page.getByText(/· 2,000 rows$/)).toBeVisible();
  await page.getByRole('link', { name: 'Spam' }).click();
  await page.getByRole('alertdialog', { name: 'Stop the import?' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  held.resolve();
  await expect(page.getByRole('heading', { name: 'The import was stopped' })).toBeFocused();
  await expect(countsOf(page, 'The import was stopped')).toContainText(['3,000', '0', '0']);

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeFocused();
  await expect(countsOf(page, 'Imported')).toContainText(['1,500', '3,000', '0']);
  await inlet.waitForTotal(form, 4_500);
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 4,500 imported submissions?' });
  await dialog.getByRole('button', { name: 'Yes, undo the import' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Undone' })).toBeFocused();
  await inlet.waitForTotal(form, 0);
});
