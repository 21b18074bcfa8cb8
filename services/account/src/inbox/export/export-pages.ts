import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Semaphore } from '@inlet/process/semaphore';
import { type Range, rangeOf } from '@inlet/submissions/range';
import type { Pool } from 'pg';
import { readExportPage } from '#inbox/export/export.store.ts';
import { findPieces } from '#inbox/export/find-pieces.ts';

export interface ExportWanted {
  readonly formId: string;
  readonly filter: SubmissionFilter;
  /** The expression that makes a line of a row. */
  readonly line: string;
  /** Rows that one connection makes lines of: some 2 ms of work and 60 to 110 kB where submissions are small. */
  readonly rowsOfPiece?: number;
}

/** While the lines of one piece are sent, two connections make those of the next. */
const piecesAtOnce = 3;
/** Before it is known how large submissions are. */
const rowsFirst = 100;

type Pages = AsyncGenerator<string, void>;
interface BegunPiece {
  readonly pages: Pages;
  readonly first: ReturnType<Pages['next']>;
}

/** The lines of an export in their order, page by page; the next pieces are under way before they are asked for. */
export async function* exportPages(
  pool: Pool,
  semaphore: Semaphore,
  { rowsOfPiece = 250, ...wanted }: ExportWanted,
): Pages {
  const pieces = findPieces(pool, semaphore, { ...wanted, range: rangeOf(wanted.filter) }, rowsOfPiece);
  // One more than a piece has, so that a page which holds the whole piece is known to.
  const rowsMost = rowsOfPiece + 1;
  const begun: BegunPiece[] = [];
  let rows = rowsFirst;

  async function* pagesOf({ after, before }: Range): Pages {
    for (let from = before; ; ) {
      const range = { after, before: from };
      const page = await semaphore.run(() => readExportPage(pool, { ...wanted, range, rowsMax: rows }));
      // The last page of a piece is as short as what was left, however small its rows are.
      if (page.last !== null) rows = Math.min(rowsMost, page.nextRows);
      if (page.text !== null) yield page.text;
      if (page.last === null) return;
      from = page.last;
    }
  }

  /** Begins pieces until enough are under way, or none is left. */
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
    // A caller that leaves in the middle waits for the running statements, so that they delay no other export.
    await Promise.allSettled(begun.map(({ first }) => first));
  }
}
