import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Pool } from 'pg';
import { type ExportPage, readExportPage } from '#export/export.store.ts';
import type { Turns } from '#export/turns.ts';
import { type Place, stretchOf } from '#submissions/places.ts';

export interface ExportWanted {
  readonly formId: string;
  readonly filter: SubmissionFilter;
  /** The expression that makes a line of a row. */
  readonly line: string;
}

/** Rows of a page whose submissions are small: some 3 ms and 200 kB, so that it holds up nobody. */
const rowsMost = 400;
const rowsFirst = 200;
/** Large submissions fill a page with few rows, and what lies behind them on it is looked at in vain. */
const rowsAfter = ({ rowCount }: ExportPage) => Math.min(rowsMost, 2 * rowCount);

/** The lines of an export, page by page; while one is sent, PostgreSQL makes the next. */
export async function* exportPages(pool: Pool, turns: Turns, wanted: ExportWanted): AsyncGenerator<string> {
  const whole = stretchOf(wanted.filter);
  const read = (before: Place, rowsMax: number) =>
    turns.take(() => readExportPage(pool, { ...wanted, stretch: { ...whole, before }, rowsMax }));
  let coming = read(whole.before, rowsFirst);
  try {
    for (;;) {
      const page = await coming;
      if (page.last === null) return;
      coming = read(page.last, rowsAfter(page));
      // It may fail while nobody looks; whoever asks for the next page is told.
      coming.catch(() => undefined);
      if (page.text !== null) yield page.text;
    }
  } finally {
    // Whoever leaves in the middle waits for the statement under way, which then holds up nobody else.
    await coming.catch(() => undefined);
  }
}
