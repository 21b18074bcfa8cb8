import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import { beyond, type Direction, highestId, lowestId, type Range } from '@inlet/submissions/range';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';
import { shownAssignee } from '#inbox/submissions/state-row.ts';
import { type MeasuredRow, measured, measuredColumns } from '#inbox/submissions/submission-row.ts';
import {
  type Counted,
  countedMax,
  countedTo,
  pieceBytes,
  type RowsWanted,
} from '#inbox/submissions/submissions.store.ts';

export interface StateRowsWanted extends RowsWanted {
  readonly readBefore: Date | null;
}

/**
 * True if a filter uses the state of submissions, the rules that they break or whether their address is confirmed, which
 * have indexes as well.
 */
export function asksForState(filter: SubmissionFilter): boolean {
  const { read, starred, status, tag, assignee, ruleErrors, confirmed } = filter;
  return [read, starred, status, tag, assignee, ruleErrors, confirmed].some((word) => word !== undefined);
}

/**
 * A form's submissions by state, in the order of their key. Rare states are read from the table of states, where
 * partial indexes have that order: checking each submission for the three with a star would read all of a million.
 */
export async function findStateRows(pool: Queryable, wanted: StateRowsWanted): Promise<MeasuredRow[]> {
  const values: unknown[] = [wanted.formId, wanted.filter.spam];
  const found = rowsSql(wanted, measuredColumns, values);
  return (await pool.query<MeasuredRow>(measured(found, pieceBytes), values)).rows;
}

export interface CountedRows {
  readonly rows: readonly MeasuredRow[];
  readonly counted: Counted;
}

/**
 * The same with the number of all matches in `whole`. One statement reads both: a change between two statements would
 * leave a row in the page that the number no longer includes.
 */
export async function findCountedStateRows(
  pool: Queryable,
  wanted: StateRowsWanted,
  whole: Range,
): Promise<CountedRows> {
  const values: unknown[] = [wanted.formId, wanted.filter.spam];
  const page = rowsSql(wanted, measuredColumns, values);
  const all = { ...wanted, range: whole, direction: 'older', limit: countedMax + 1 } as const;
  const { rows } = await pool.query<MeasuredRow & { readonly matches: number }>(
    `select counted.matches, page.*
     from (select count(*)::int as matches from (${rowsSql(all, 'created_at, id', values)}) as found) as counted
     left join (${measured(page, pieceBytes)}) as page on true
     order by ${orderOf(wanted.direction, 'page."createdAt"', 'page.id')}`,
    values,
  );
  return { rows: rows.filter(({ id }) => id !== null), counted: countedTo(rows[0]?.matches ?? 0) };
}

function rowsSql(wanted: StateRowsWanted, columns: string, values: unknown[]): string {
  const limit = `limit $${values.push(wanted.limit)}`;
  const parts = partsOf(wanted).map(({ key, write }) => {
    const order = orderOf(wanted.direction, ...key);
    return `(select ${columns} from (${write(values)}) as submissions order by ${order} ${limit})`;
  });
  if (parts.length === 1) return parts.join();
  return `select * from (${parts.join(' union all ')}) as parts order by ${orderOf(wanted.direction, 'created_at', 'id')} ${limit}`;
}

interface Part {
  /** The columns of its order, as in the index that it reads. */
  readonly key: readonly string[];
  readonly write: (values: unknown[]) => string;
}

type Word = (add: (value: unknown) => string) => string;

/** The parts of a filter as conditions on the state itself. */
function marksOf({ read, starred, status, tag, assignee }: SubmissionFilter, readBefore: Date | null): Word[] {
  const word = (text: string | undefined): Word[] => (text === undefined ? [] : [() => text]);
  return [
    ...word(starred === undefined ? undefined : `is_starred = ${starred}`),
    ...word(starred === true ? 'is_starred' : undefined),
    ...word(status && `status = '${status}'`),
    ...(tag === undefined ? [] : ([(add) => `tags <> '{}' and tags @> array[${add(tag)}]`] satisfies Word[])),
    ...(isMember(assignee)
      ? ([(add) => `assignee_id = ${add(assignee)} and ${shownAssignee} is not null`] satisfies Word[])
      : word(assignee && `${shownAssignee} is null`)),
    ...(read === undefined
      ? []
      : ([
          (add) => `coalesce(is_read, received_at < ${add(readBefore)}::timestamptz, false) = ${read}`,
        ] satisfies Word[])),
  ];
}

function isMember(assignee: string | undefined): boolean {
  return assignee !== undefined && assignee !== 'none';
}

/** The queries that together find the rows: each reads a range of the submissions, or of the states. */
function partsOf({ filter, range, readBefore, direction }: StateRowsWanted): Part[] {
  const { read, starred, status, tag, assignee, ...rest } = filter;
  if (starred === true || status === 'done' || tag !== undefined || isMember(assignee)) {
    return [fromStates(marksOf(filter, readBefore), rest, range, direction)];
  }
  const others = {
    ...rest,
    ...(starred !== undefined && { starred }),
    ...(status !== undefined && { status }),
    ...(assignee !== undefined && { assignee }),
  };
  if (read === undefined) return [fromSubmissions([], others, range)];
  const [isOld, isNew] = halvesOf(range, readBefore);
  return read
    ? [
        fromSubmissions(
          ['not exists (select from submission_states where submission_id = id and is_read = false)'],
          others,
          isOld,
        ),
        fromStates([() => 'is_read', ...marksOf(others, null)], rest, isNew, direction),
      ]
    : [
        fromSubmissions(
          ['not exists (select from submission_states where submission_id = id and is_read)'],
          others,
          isNew,
        ),
        fromStates([() => 'is_read = false', ...marksOf(others, null)], rest, isOld, direction),
      ];
}

/** The parts of a range before and after the form's watermark. */
function halvesOf(range: Range, readBefore: Date | null): [Range, Range] {
  if (readBefore === null) return [{ ...range, before: range.after }, range];
  return [
    beyond(range, { createdAt: readBefore, id: lowestId }, 'older'),
    beyond(range, { createdAt: new Date(readBefore.getTime() - 1), id: highestId }, 'newer'),
  ];
}

function fromSubmissions(conditions: readonly string[], filter: SubmissionFilter, range: Range): Part {
  const key = ['created_at', 'id'];
  const write = (values: unknown[]) => {
    const all = ['form_id = $1 and is_spam = $2', within(key, range, values)];
    return `select * from submissions where ${[...all, ...conditions, ...matchConditions(filter, values)].join(' and ')}`;
  };
  return { key, write };
}

/**
 * The states come in the order of their index, and only as many are read as needed: the planner keeps the inner query,
 * and each submission is one lookup by key.
 */
function fromStates(words: readonly Word[], filter: SubmissionFilter, range: Range, direction: Direction): Part {
  const key = ['received_at', 'submission_id'];
  const write = (values: unknown[]) => {
    const marks = words.map((word) => word((value) => `$${values.push(value)}`));
    return `
    select submissions.*, received_at, submission_id from (
      select received_at, submission_id from submission_states
      where form_id = $1 and ${[within(key, range, values), ...marks].join(' and ')}
      order by ${orderOf(direction, ...key)}
    ) as marked cross join lateral (
      select * from submissions where ${['id = submission_id and is_spam = $2', ...matchConditions(filter, values)].join(' and ')}
      offset 0
    ) as submissions`;
  };
  return { key, write };
}

function within(key: readonly string[], { after, before }: Range, values: unknown[]): string {
  const add = (value: unknown) => `$${values.push(value)}`;
  const [a, b] = [`${add(after.createdAt)}, ${add(after.id)}`, `${add(before.createdAt)}, ${add(before.id)}`];
  return `(${key.join()}) > (${a}) and (${key.join()}) < (${b})`;
}

function orderOf(direction: Direction, ...columns: readonly string[]): string {
  return columns.map((column) => `${column} ${direction === 'older' ? 'desc' : 'asc'}`).join(', ');
}
