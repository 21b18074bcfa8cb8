import {
  type Change,
  type changesQuerySchema,
  changesSinceSchema,
  changeTypes,
  fromNow,
} from '@inlet/contracts/changes';
import { labelsOf } from '@inlet/contracts/labels';
import type { FileLinks } from '@inlet/crypto/file-links';
import type { Queryable } from '@inlet/db/cancellable';
import { highestId } from '@inlet/submissions/range';
import type { Pool } from 'pg';
import type * as z from 'zod';
import { cursorExpired } from '#errors.ts';
import { readRules } from '#forms/rules/read-rules.ts';
import { type ChangeCursor, formatChangeCursor, nothingStored, parseChangeCursor } from '#inbox/feed/change-cursor.ts';
import {
  findChangedSubmissions,
  findChanges,
  findForms,
  findLastBefore,
  readAround,
  readHead,
} from '#inbox/feed/changes.store.ts';
import { presentSubmission } from '#inbox/submissions/present-submission.ts';
import { withFields } from '#inbox/submissions/read-page.ts';
import type { MeasuredRow } from '#inbox/submissions/submission-row.ts';
import { findRows } from '#inbox/submissions/submissions.store.ts';
import type { Resources } from '#resources.ts';

/** The size at which a page ends; a submission may have a megabyte. */
const pageBytes = 4_000_000;
/** Positions that one statement reads. */
const positionsAtOnce = 500;
/** Positions that a page reads: few of them may belong to the wanted form. A tenth of a second of work. */
const positionsMax = 50_000;

export interface ChangesWanted extends Omit<z.output<typeof changesQuerySchema>, 'after'> {
  readonly userId: string;
  /** The forms that exist for the reader; null for all. */
  readonly seen: readonly string[] | null;
}

/** The start of a page, and the last position that it may reach. */
export interface PageStart {
  readonly cursor: ChangeCursor;
  readonly head: number;
}

/**
 * The start of a page. Without a cursor, or with an empty one, it starts with everything stored, followed by the
 * changes from now on: a submission that is stored later has a position after them. With `now` or a time it has changes
 * alone.
 */
export async function startOfPage(pool: Pool, userId: string, after: string | undefined): Promise<PageStart> {
  if (!after) {
    const head = await readHead(pool, userId);
    return { cursor: { ...head, stored: nothingStored }, head: head.position };
  }
  if (after === fromNow) {
    const head = await readHead(pool, userId);
    return { cursor: head, head: head.position };
  }
  const time = changesSinceSchema.safeParse(after);
  if (time.success) {
    const { position: head } = await readHead(pool, userId);
    return { cursor: await findLastBefore(pool, userId, time.data), head };
  }
  const cursor = parseChangeCursor(after);
  const { position, atMs } = cursor;
  const { head, at, nextAt } = await readAround(pool, userId, position);
  const isKept = position === head || nextAt !== null;
  if (!isKept || (at && atMs > 0 && at.getTime() !== atMs)) throw cursorExpired();
  return { cursor, head };
}

/** Some lines, and the cursor after everything that was read for them. */
interface Step {
  readonly lines: readonly Line[];
  readonly end: ChangeCursor;
  readonly isLast: boolean;
}

interface Line extends Omit<Change, 'cursor' | 'at' | 'upTo' | 'submission'> {
  readonly cursor: ChangeCursor;
  readonly at: Date;
  readonly upTo: Date | null;
  readonly row: MeasuredRow | undefined;
}

/** The lines of a page, as text. */
export async function* readChanges(
  { database, openReads, fileLinks }: Pick<Resources, 'database' | 'openReads' | 'fileLinks'>,
  wanted: ChangesWanted,
  { cursor, head }: PageStart,
) {
  // The head was read before, so everything up to it is there.
  const reads = openReads();
  const write = createWriter(database, fileLinks);
  let [end, isLast, seen, left, bytes] = [cursor, false, 0, wanted.limit, 0];
  while (!isLast && left > 0 && bytes < pageBytes && seen < positionsMax) {
    const step: Step = end.stored
      ? await readStored(reads, wanted, end, left)
      : await readRecorded(reads, wanted, end, Math.min(head, end.position + positionsAtOnce));
    seen += step.end.position - end.position;
    const fields = withFields(
      reads,
      step.lines.flatMap(({ row }) => row ?? []),
    );
    for (const line of step.lines) {
      if (left === 0 || bytes >= pageBytes) break;
      const data = line.row ? (await fields.next()).value?.data : null;
      const text = await write(line, data);
      bytes += Buffer.byteLength(text);
      left -= 1;
      end = line.cursor;
      yield text;
    }
    if (left > 0 && bytes < pageBytes) ({ end, isLast } = step);
  }
  // Not `isLast`: changes that expired meanwhile end a page too.
  const isComplete = !end.stored && end.position === head;
  yield `${JSON.stringify({ cursor: formatChangeCursor(end), type: 'end', isComplete })}\n`;
}

function present({ cursor, type, formId, submissionId, at, upTo }: Line, labels: string, submission: string): string {
  const head: Omit<Change, 'submission'> = {
    cursor: formatChangeCursor(cursor),
    type,
    formId,
    submissionId,
    at: at.toISOString(),
    ...(upTo && { upTo: upTo.toISOString() }),
  };
  return `${JSON.stringify(head).slice(0, -1)}${labels},"submission":${submission}}\n`;
}

/** Writes the lines of a page. The labels of a form are read once; a line without a submission has none. */
function createWriter(database: Resources['database'], links: FileLinks) {
  const labelsText = createLabelsText(database);
  return async (line: Line, data: string | null | undefined): Promise<string> => {
    const { row } = line;
    if (!row || data == null) return present(line, '', 'null');
    return present(line, await labelsText(line.formId), presentSubmission({ ...row, data }, links));
  };
}

/** Empty for a form without labels. */
function createLabelsText(database: Resources['database']): (formId: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (formId) => {
    const found = known.get(formId);
    if (found !== undefined) return found;
    const labels = labelsOf((await readRules({ database }, formId)).fields);
    const text = labels.size > 0 ? `,"labels":${JSON.stringify(Object.fromEntries(labels))}` : '';
    known.set(formId, text);
    return text;
  };
}

/** The submissions of inboxes, oldest first, form by form in the order of their ids. */
async function readStored(pool: Queryable, wanted: ChangesWanted, cursor: ChangeCursor, limit: number): Promise<Step> {
  const { stored = nothingStored } = cursor;
  // Only the database knows the account of a cursor's form.
  const [formId, nextId] = await findForms(pool, wanted, stored.formId);
  if (formId === undefined) return { lines: [], end: { ...cursor, stored: undefined }, isLast: false };
  const { createdAtMs, id } = formId === stored.formId ? stored : nothingStored;
  const rowsMax = Math.min(limit, positionsAtOnce);
  const rows = await findRows(pool, {
    formId,
    filter: { q: '', spam: false },
    range: {
      after: { createdAt: createdAtMs === null ? '-infinity' : new Date(createdAtMs), id },
      before: { createdAt: 'infinity', id: highestId },
    },
    direction: 'newer',
    limit: rowsMax,
  });
  const lines = rows.map((row): Line => {
    const position = { formId, createdAtMs: row.createdAt.getTime(), id: row.id };
    return {
      cursor: { ...cursor, stored: position },
      type: 'created',
      formId,
      submissionId: row.id,
      at: row.createdAt,
      upTo: null,
      row,
    };
  });
  const last = lines.at(-1)?.cursor ?? cursor;
  if (rows.length === rowsMax) return { lines, end: last, isLast: false };
  const next = nextId === undefined ? undefined : { ...nothingStored, formId: nextId };
  return { lines, end: { ...cursor, stored: next }, isLast: false };
}

/** Changes in the order of their commits, up to a position. */
async function readRecorded(pool: Queryable, wanted: ChangesWanted, cursor: ChangeCursor, upTo: number): Promise<Step> {
  const found = upTo > cursor.position ? await findChanges(pool, wanted.userId, cursor.position, upTo) : [];
  // Changes that expired meanwhile leave a gap, which the next page reports.
  const changes = found.filter(({ position }, index) => position === cursor.position + 1 + index);
  const lines = changes.flatMap(({ position, type, id, formId, at, upTo }): Omit<Line, 'row'>[] => {
    const isSeen = wanted.seen?.includes(formId) ?? true;
    const isWanted = isSeen && isChangeType(type) && (wanted.formId === undefined || wanted.formId === formId);
    return isWanted ? [{ cursor: { position, atMs: at.getTime() }, type, formId, submissionId: id, at, upTo }] : [];
  });
  const ids = new Set(lines.flatMap(({ submissionId }) => submissionId ?? []));
  const rows = ids.size > 0 ? await findChangedSubmissions(pool, wanted.userId, [...ids]) : [];
  const rowOf = new Map<string | null, MeasuredRow>(rows.map((row) => [row.id, row]));
  const last = changes.at(-1);
  return {
    lines: lines.map((line) => ({ ...line, row: rowOf.get(line.submissionId) })),
    end: last ? { position: last.position, atMs: last.at.getTime() } : cursor,
    isLast: last === undefined || last.position < upTo,
  };
}

/** Arriving spam takes a position, but is not a change of the inbox. */
function isChangeType(type: string): type is Change['type'] {
  return (changeTypes as readonly string[]).includes(type);
}
