import type { SubmissionFilter, submissionPageQuerySchema } from '@inlet/contracts/submissions';
import type { Form, FormTotal } from '@inlet/db/client';
import { toCount } from '@inlet/db/counts';
import type { Reads } from '@inlet/db/reads';
import { beyond, type Direction, rangeOf } from '@inlet/submissions/range';
import type * as z from 'zod';
import { byRange } from '#inbox/list/list-by-range.ts';
import { bySearch } from '#inbox/list/list-by-search.ts';
import { byState } from '#inbox/list/list-by-state.ts';
import { wholeFolder } from '#inbox/list/list-folder.ts';
import { listSorted } from '#inbox/list/list-sorted.ts';
import type { ListFound, ListStrategy, ListWanted } from '#inbox/list/list-strategy.ts';
import type { Searches } from '#inbox/search/searches.ts';
import { type Cursor, parseCursor } from '#inbox/submissions/cursor.ts';
import { pageOf } from '#inbox/submissions/page-of.ts';
import { presentPage } from '#inbox/submissions/present-page.ts';
import { readPage } from '#inbox/submissions/read-page.ts';
import type { Resources } from '#resources.ts';

export interface ListDeps extends Pick<Resources, 'database' | 'openReads' | 'fileLinks'> {
  readonly searches: Searches;
}

export interface ListedForm {
  readonly form: Form;
  readonly total: FormTotal | null;
}

type Query = z.output<typeof submissionPageQuerySchema>;

/** The first strategy that applies to a filter finds the rows. */
const strategies: readonly ListStrategy[] = [byState, bySearch, byRange, wholeFolder];

/**
 * A page of a form's submissions as JSON text, with cursors for the next and previous pages. Null when the client has
 * disconnected.
 */
export async function listSubmissions(
  deps: ListDeps,
  listed: ListedForm,
  query: Query,
  signal: AbortSignal,
): Promise<string | null> {
  const { limit, cursor: text, full, sort, order = 'desc', ...filter } = query;
  if (sort !== undefined) {
    const count = folderCount(listed, filter);
    return listSorted(deps, { form: listed.form, count }, { limit, cursor: text, full, sort, order, filter }, signal);
  }
  const cursor = text === undefined ? null : parseCursor(text);
  const forward = order === 'desc' ? 'older' : 'newer';
  const strategy = strategies.find(({ appliesTo }) => appliesTo(filter)) ?? wholeFolder;
  const reads = deps.openReads();
  const found = await findWith(strategy, { ...deps, reads }, wantedOf(listed, { filter, cursor, forward, limit }), {
    userId: listed.form.userId,
    signal,
  });
  if (found === null) return null;
  const { counted, stoppedAt = null, progress } = found;
  const rows = await readPage(reads, found.rows.slice(0, limit), {
    isWhole: full,
    links: deps.fileLinks,
    readBeforeOf: () => listed.form.readBefore,
  });
  const goesOn = found.rows.length > rows.length;
  const rest = { goesOn, stoppedAt: goesOn ? null : stoppedAt };
  const page = pageOf(rows, rest, { cursor, forward, total: strategy.keepsTotal ? counted : null });
  return presentPage(page, { total: counted.count, totalIsExact: counted.isExact, search: progress });
}

/** Null when the client has disconnected. */
async function findWith(
  { isSearch, note, find }: ListStrategy,
  { database, searches, reads }: ListDeps & { readonly reads: Reads },
  wanted: ListWanted,
  { userId, signal }: { readonly userId: string; readonly signal: AbortSignal },
): Promise<ListFound | null> {
  if (!isSearch) return find(reads, wanted);
  await note?.(database.pool, wanted);
  return searches.run(reads, signal, userId, (connection) => find(connection, wanted));
}

interface PageWanted {
  readonly filter: SubmissionFilter;
  readonly cursor: Cursor | null;
  /** The direction in which the list continues after its first page. */
  readonly forward: Direction;
  readonly limit: number;
}

function wantedOf(listed: ListedForm, { filter, cursor, forward, limit }: PageWanted): ListWanted {
  const { form, total } = listed;
  const direction = cursor?.direction ?? forward;
  const whole = rangeOf(filter);
  return {
    formId: form.id,
    filter,
    whole,
    range: cursor ? beyond(whole, cursor, direction) : whole,
    direction,
    // One more row than requested shows whether there is a next page.
    limit: limit + 1,
    total: cursor?.total ?? null,
    isFirstPage: cursor === null,
    readBefore: form.readBefore,
    folderCount: folderCount(listed, filter),
    rowCount: toCount((total?.submissionCount ?? 0n) + (total?.spamCount ?? 0n)),
  };
}

function folderCount({ total }: ListedForm, { spam }: SubmissionFilter): number {
  return toCount((spam ? total?.spamCount : total?.submissionCount) ?? 0n);
}
