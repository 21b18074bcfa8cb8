import type { FileLinks } from '@inlet/crypto/file-links';
import type { Queryable } from '@inlet/db/cancellable';
import { pageBytes } from '@inlet/http/page-bytes';
import type { Position } from '@inlet/submissions/range';
import { cutValues } from '#inbox/submissions/cut-values.ts';
import { presentInInbox } from '#inbox/submissions/present-submission.ts';
import { listedState } from '#inbox/submissions/state-row.ts';
import type { MeasuredRow } from '#inbox/submissions/submission-row.ts';
import { findFields, findMeasured, pieceBytes } from '#inbox/submissions/submissions.store.ts';

/** Stored bytes that are read for a page if cutting leaves little of them: a tenth of a second of work. */
const readBytesMax = 16_000_000;

/** A row of a page: its position in the list, and its JSON, or null if it was deleted meanwhile. */
export interface PageRow extends Pick<MeasuredRow, 'id' | 'createdAt' | 'formId'> {
  readonly text: string | null;
}

export interface PageShape {
  /** If false, long values are cut. */
  readonly isWhole: boolean;
  readonly links: FileLinks;
  /** The watermark before which a form's submissions count as read. */
  readonly readBeforeOf: (formId: string) => Date | null;
}

interface RowShape extends Omit<PageShape, 'readBeforeOf'> {
  readonly readBefore: Date | null;
}

/**
 * As many of the rows as fit on a page, at least one. Large fields are read in pieces, and each is cut before the next
 * piece arrives, so that memory is proportional to the page and not to the stored data.
 */
export async function readPage(
  pool: Queryable,
  rows: readonly MeasuredRow[],
  { isWhole, links, readBeforeOf }: PageShape,
): Promise<PageRow[]> {
  const page: PageRow[] = [];
  let [bytes, bytesRead] = [0, 0];
  for await (const { row, data } of withFields(pool, rows)) {
    const { id, createdAt, formId } = row;
    const text = data === null ? null : present(row, data, { isWhole, links, readBefore: readBeforeOf(formId) });
    bytes += Buffer.byteLength(text ?? '');
    bytesRead += row.bytes;
    if (page.length > 0 && (bytes > pageBytes || bytesRead > readBytesMax)) break;
    page.push({ id, createdAt, formId, text });
  }
  return page;
}

/** A page of the submissions at the given positions, newest first. */
export async function readPageOf(
  pool: Queryable,
  positions: readonly Position[],
  shape: PageShape,
): Promise<PageRow[]> {
  return readPage(pool, await findMeasured(pool, 'older', positions), shape);
}

function present(row: MeasuredRow, data: string, { isWhole, links, readBefore }: RowShape): string {
  const state = listedState(row.state, row.createdAt, readBefore);
  if (isWhole) return presentInInbox({ ...row, data }, state, links);
  const { isTruncated, ...cut } = cutValues(data);
  return presentInInbox({ ...row, ...cut }, isTruncated ? { ...state, isTruncated } : state, links);
}

/** The rows with their fields as JSON text; null for one that was deleted meanwhile. */
export async function* withFields(pool: Queryable, rows: readonly MeasuredRow[]) {
  let fields = new Map<string, string>();
  for (const [index, row] of rows.entries()) {
    if (row.data === null && !fields.has(row.id)) fields = await findFields(pool, pieceFrom(rows, index));
    yield { row, data: row.data ?? fields.get(row.id) ?? null };
  }
}

/** The ids of the rows from an index on that are read together. */
function pieceFrom(rows: readonly MeasuredRow[], start: number): string[] {
  let bytes = 0;
  const ids: string[] = [];
  for (const row of rows.slice(start)) {
    bytes += row.bytes;
    if (ids.length > 0 && (bytes > pieceBytes || row.data !== null)) break;
    ids.push(row.id);
  }
  return ids;
}
