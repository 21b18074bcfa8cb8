import { expect, type Locator, type Page } from '@playwright/test';

/** The rows of the list, without its head. */
export function rowsOf(page: Page): Locator {
  return page.getByRole('row').filter({ hasText: 'submitted' });
}

/** Expects exactly these rows in this order, each by a text in it. */
export async function expectRows(page: Page, texts: readonly string[]): Promise<void> {
  // The assertion on a list of texts alone also passes with more rows.
  await expect(rowsOf(page)).toHaveCount(texts.length);
  await expect(rowsOf(page)).toContainText([...texts]);
}

export function detailsOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Submission Details' });
}

export function totalSubmissions(page: Page): Locator {
  return page.locator('dt', { hasText: 'Total Submissions' }).locator('xpath=following-sibling::dd');
}

/** Reads the JSON of the open submission. */
export function submittedData(page: Page): Promise<string> {
  return detailsOf(page).getByRole('region', { name: 'Submitted Data' }).innerText();
}

/** Makes a change that the page shows at once, and waits until it is saved. */
export async function save(page: Page, change: () => Promise<unknown>): Promise<void> {
  const request = page.waitForRequest((sent) => sent.method() !== 'GET');
  await change();
  expect((await (await request).response())?.ok()).toBe(true);
}

/** Sets one of the filters behind the button. */
export async function setFilter(page: Page, set: (dialog: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await set(dialog);
  await dialog.getByRole('button', { name: 'Show submissions' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
