import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';

/** A page with the rows that were added since it was read. */
export interface ListPage {
  readonly rows: readonly Submission[];
  /** The cursor of the newer rows; null if there are none. */
  readonly newerCursor: string | null;
  readonly olderCursor: string | null;
  /** The cursor that this page was requested with; undefined if it was read backwards. */
  readonly cursor: string | null | undefined;
}

/** Properties of the whole list, from the service. */
export interface Found {
  readonly total: number;
  readonly isExact: boolean;
  readonly search: SubmissionPage['search'];
}

/** A range of a form's submissions, newest first, with the number of rows before it. */
export interface SubmissionList {
  /** The number of dropped rows before the first page. */
  readonly start: number;
  readonly pages: readonly ListPage[];
  /** Cursors of dropped pages, by the position of their first row. */
  readonly marks: readonly { readonly start: number; readonly cursor: string | null }[];
  readonly found: Found;
  /** Rows that a change here has removed. They return with its Undo. */
  readonly left: readonly Submission[];
}

/** Some five thousand rows at two hundred per page; rows farther away are read again when needed. */
export const pagesKept = 25;

export function listOf(page: SubmissionPage, cursor: string | null = null): SubmissionList {
  const found = { total: page.total, isExact: page.totalIsExact, search: page.search };
  return { start: 0, pages: [pageOf(page, cursor)], marks: [], found, left: [] };
}

/** True if the oldest row is loaded. */
export function isLoadedToEnd({ pages }: SubmissionList): boolean {
  return (pages.at(-1)?.olderCursor ?? null) === null;
}

export function isEmptyList(list: SubmissionList): boolean {
  return list.start === 0 && isLoadedToEnd(list) && list.pages.every(({ rows }) => rows.length === 0);
}

export function rowsOf({ pages }: SubmissionList): Submission[] {
  return pages.flatMap(({ rows }) => rows);
}

/** True if one of these rows is not loaded. */
export function lacksRows(list: SubmissionList | undefined, wanted: readonly Submission[]): boolean {
  const loaded = new Set(list && rowsOf(list).map(({ id }) => id));
  return wanted.some(({ id }) => !loaded.has(id));
}

/** Adds a page at the end, unless the list has changed in the meantime. */
export function addOlder(list: SubmissionList, cursor: string, page: SubmissionPage): SubmissionList {
  if (list.pages.at(-1)?.olderCursor !== cursor) return list;
  const pages = [...list.pages, pageOf(page, cursor)];
  const gone = pages.slice(0, Math.max(0, pages.length - pagesKept));
  let { start } = list;
  const marks = [...list.marks];
  for (const { rows, cursor: by } of gone) {
    if (by !== undefined && start > (marks.at(-1)?.start ?? -1)) marks.push({ start, cursor: by });
    start += rows.length;
  }
  const loaded = list.start + rowsOf({ ...list, pages }).length;
  return { ...list, start, pages: pages.slice(gone.length), marks, found: foundWith(list.found, page, loaded) };
}

/** If the service has not counted to the end, the last page determines the total. */
function foundWith(found: Found, { nextCursor, search }: SubmissionPage, loaded: number): Found {
  if (found.isExact) return { ...found, search };
  return { total: Math.max(found.total, loaded), isExact: nextCursor === null, search };
}

/** Adds a page at the front, unless the list has changed in the meantime. */
export function addNewer(list: SubmissionList, cursor: string, page: SubmissionPage): SubmissionList {
  if (list.pages[0]?.newerCursor !== cursor) return list;
  const added = pageOf(page, undefined);
  const start = added.newerCursor === null ? 0 : Math.max(0, list.start - added.rows.length);
  return { ...list, start, pages: [added, ...list.pages].slice(0, pagesKept) };
}

/** Inserts rows by their time; rows older than all loaded ones come with their own page. */
export function insertRows(list: SubmissionList, arrived: readonly Submission[]): SubmissionList {
  const known = new Set(rowsOf(list).map(({ id }) => id));
  const fresh = arrived.filter((row) => !known.has(row.id) && !isBefore(list, row)).sort(newestFirst);
  if (fresh.length === 0) return list;
  let left = fresh;
  const pages = list.pages.map((page, index) => {
    const oldest = page.rows.at(-1);
    const isEnd = index === list.pages.length - 1 && page.olderCursor === null;
    const own = isEnd ? left : left.filter((row) => oldest !== undefined && newestFirst(row, oldest) < 0);
    left = left.filter((row) => !own.includes(row));
    return own.length === 0 ? page : { ...page, rows: [...own, ...page.rows].sort(newestFirst) };
  });
  return { ...list, pages, found: withMore(list.found, fresh.length - left.length) };
}

export function removeRows(list: SubmissionList, ids: ReadonlySet<string>): SubmissionList {
  const pages = list.pages.map((page) => {
    const rows = page.rows.filter(({ id }) => !ids.has(id));
    return rows.length === page.rows.length ? page : { ...page, rows };
  });
  const removed = rowsOf(list).length - rowsOf({ ...list, pages }).length;
  return removed === 0 ? list : { ...list, pages, found: withMore(list.found, -removed) };
}

function withMore(found: Found, count: number): Found {
  return { ...found, total: Math.max(0, found.total + count) };
}

/** Updates rows that are in the list. */
export function replaceRows(list: SubmissionList, changed: readonly Submission[]): SubmissionList {
  const byId = new Map(changed.map((row) => [row.id, row]));
  const pages = list.pages.map((page) => ({ ...page, rows: page.rows.map((row) => byId.get(row.id) ?? row) }));
  return { ...list, pages };
}

/**
 * Changes rows of the list and rows that left it; then rows that do not belong to it leave, and the others return. Without
 * `belongs`, none leaves or returns.
 */
export function changeRows(
  list: SubmissionList,
  ids: readonly string[],
  to: (row: Submission) => Submission,
  belongs: (row: Submission) => boolean = ({ id }) => rowsOf(list).some((row) => row.id === id),
): SubmissionList {
  const named = new Set(ids);
  const changed = [...list.left, ...rowsOf(list)].filter(({ id }) => named.has(id)).map(to);
  const leaving = changed.filter((row) => !belongs(row));
  const rest = removeRows(replaceRows(list, changed), new Set(leaving.map(({ id }) => id)));
  const left = [...list.left.filter(({ id }) => !named.has(id)), ...leaving];
  return { ...insertRows(rest, changed.filter(belongs)), left };
}

/**
 * Puts the newest page, just read, in front. It is authoritative for its range: a row that it lacks was deleted.
 * Without a common row there may be a gap in between, so the loaded rows are dropped.
 */
export function takeNewest(list: SubmissionList, newest: SubmissionPage): SubmissionList {
  const page = pageOf(newest, null);
  const last = page.rows.at(-1);
  const anew = { ...listOf(newest), left: list.left };
  if (list.start > 0 || page.olderCursor === null || !last) return anew;
  const seam = list.pages.findIndex(({ rows }) => rows.some(({ id }) => id === last.id));
  const seamPage = list.pages[seam];
  if (!seamPage) return anew;
  const tail = seamPage.rows.filter((row) => newestFirst(row, last) > 0);
  const first = { ...page, rows: [...page.rows, ...tail], olderCursor: seamPage.olderCursor };
  return { ...list, pages: [first, ...list.pages.slice(seam + 1)], found: anew.found };
}

/** True if a row belongs before the first page, among the dropped rows. */
function isBefore({ pages: [first] }: SubmissionList, row: Submission): boolean {
  const newest = first?.rows[0];
  return first !== undefined && first.newerCursor !== null && (newest === undefined || newestFirst(row, newest) < 0);
}

/** The order of the service: by time, then by id. */
export function newestFirst(a: Submission, b: Submission): number {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}

function pageOf({ submissions, nextCursor, previousCursor }: SubmissionPage, cursor: string | null | undefined) {
  return { rows: submissions, newerCursor: previousCursor, olderCursor: nextCursor, cursor };
}
