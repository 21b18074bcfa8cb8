import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Reads } from '@inlet/db/reads';
import type { Semaphore } from '@inlet/process/semaphore';
import { type Range, rangeOf } from '@inlet/submissions/range';
import { readExportPage } from '#inbox/export/export.store.ts';
import { findPieces } from '#inbox/export/find-pieces.ts';

export interface ExportWanted {
  readonly formId: string;
  readonly filter: SubmissionFilter;
  /** The expression that converts a row to a line. */
  readonly line: string;
  /** Rows that one connection converts: some 2 ms of work and 60 to 110 kB if submissions are small. */
  readonly rowsOfPiece?: number;
}

/** While the lines of one piece are sent, two connections prepare the next. */
const piecesAtOnce = 3;
/** The number of rows before the size of submissions is known. */
const rowsFirst = 100;

type Pages = AsyncGenerator<string, void>;
interface BegunPiece {
  readonly pages: Pages;
  readonly first: ReturnType<Pages['next']>;
}

/** The lines of an export in order, page by page; the next pieces are prefetched. */
export async function* exportPages(
  reads: Reads,
  semaphore: Semaphore,
  { rowsOfPiece = 250, ...wanted }: ExportWanted,
): Pages {
  const pieces = findPieces(reads, semaphore, { ...wanted, range: rangeOf(wanted.filter) }, rowsOfPiece);
  // One more than a piece has, so that a page with the whole piece is recognised.
  const rowsMost = rowsOfPiece + 1;
  const begun: BegunPiece[] = [];
  let rows = rowsFirst;

  async function* pagesOf({ after, before }: Range): Pages {
    for (let from = before; ; ) {
      const range = { after, before: from };
      const page = await semaphore.run(() => readExportPage(reads, { ...wanted, range, rowsMax: rows }));
      // The last page of a piece is short regardless of the size of its rows.
      if (page.last !== null) rows = Math.min(rowsMost, page.nextRows);
      if (page.text !== null) yield page.text;
      if (page.last === null) return;
      from = page.last;
    }
  }

  /** Starts pieces until enough are running, or none is left. */
  async function beginMore(): Promise<void> {
    while (begun.length < piecesAtOnce) {
      const { value: piece } = await pieces.next();
      if (!piece) return;
      const pages = pagesOf(piece);
      const first = pages.next();
      // It may fail before it is awaited; the later await gets the error.
      first.catch(() => undefined);
      begun.push({ pages, first });
    }
  }

  try {
    for (await beginMore(); begun[0]; await beginMore()) {
      const { pages, first } = begun[0];
      const { value } = await first;
      if (value !== undefined) yield value;
      yield* pages;
      begun.shift();
    }
  } finally {
    // A caller that stops early waits for the running statements, so that they delay no other export.
    await Promise.allSettled(begun.map(({ first }) => first));
  }
}
