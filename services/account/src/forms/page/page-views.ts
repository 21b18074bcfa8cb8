import { type PageViewCounts, pageViewDays } from '@inlet/contracts/form-page';
import { dailyCountDaysMax } from '@inlet/contracts/retention';
import { addPageViews, findPageViews } from '#forms/page/page-views.store.ts';
import type { Resources } from '#resources.ts';

/** Forms whose views wait at once; views of further forms are not counted until the next save. */
const formsMax = 10_000;

export type PageViews = ReturnType<typeof createPageViews>;

/**
 * Counts views in memory and adds them to the database every few seconds: a page that many visitors open would
 * otherwise write a row for each of them.
 */
export function createPageViews({ database, lifecycle }: Pick<Resources, 'database' | 'lifecycle'>) {
  let waiting = new Map<string, number>();

  function add(formId: string, views: number): void {
    const before = waiting.get(formId);
    if (before !== undefined || waiting.size < formsMax) waiting.set(formId, (before ?? 0) + views);
  }

  async function save(): Promise<void> {
    if (waiting.size === 0) return;
    const counts = waiting;
    waiting = new Map();
    try {
      await addPageViews(database.pool, new Date().toISOString().slice(0, 10), counts);
    } catch (error) {
      for (const [formId, views] of counts) add(formId, views);
      throw error;
    }
  }

  lifecycle.onClose('flush', 'page views', save);
  return { note: (formId: string) => add(formId, 1), save };
}

/** The views of the last days. */
export async function readPageViews(
  { database }: Pick<Resources, 'database'>,
  formId: string,
): Promise<PageViewCounts> {
  const days = await findPageViews(database.pool, formId, pageViewDays);
  return { total: days.reduce((sum, { views }) => sum + views, 0), days };
}

/** Every day that is kept, for the account's export. */
export function readAllPageViews({ database }: Pick<Resources, 'database'>, formId: string) {
  return findPageViews(database.pool, formId, dailyCountDaysMax + 1);
}
