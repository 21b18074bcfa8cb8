import type { Locator, Page } from '@playwright/test';

/** Rows of the list, without its head. */
export function rowsOf(page: Page): Locator {
  return page.getByRole('row').filter({ hasText: 'submitted' });
}

export function detailsOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Submission Details' });
}

export function totalSubmissions(page: Page): Locator {
  return page.locator('dt', { hasText: 'Total Submissions' }).locator('xpath=following-sibling::dd');
}
