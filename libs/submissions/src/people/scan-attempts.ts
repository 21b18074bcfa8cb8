import { namesAddress } from '#people/match-texts.ts';
import type { AddressMatcher } from '#people/matcher.ts';
import { mayMatchSql, type Run } from '#people/scan-submissions.ts';

/** Small enough for a statement of some 50 ms: a response may have 4 kB. */
const rowsAtOnce = 2_000;
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface AttemptScanPosition {
  readonly startedAt: string;
  readonly id: string;
}
export const attemptsStart: AttemptScanPosition = { startedAt: 'infinity', id: highestId };

/** The affected submissions: those in a list `$5`, or those found by the erasure `$5`. */
const theirs = {
  listed: 'submission_id = any ($5::uuid[])',
  found: `exists (select from erasure_finds where erasure_id = $5::uuid and kind = 'submission' and key = submission_id::text)`,
};

const pieceSql = (isTheirs: string) => `
with seen as materialized (
  select id, started_at, submission_id is not null and ${isTheirs} as is_theirs,
    ${mayMatchSql(`concat_ws(' ', response, error, response_headers::text)`, '$4')} as may_match
  from delivery_attempts where target_id = $1 and (started_at, id) < ($2, $3)
  order by started_at desc, id desc limit ${rowsAtOnce}
), numbered as (select *, row_number() over () as n, count(*) over ()::int as seen from seen)
select numbered.id, numbered.started_at as "startedAt", is_theirs as "isTheirs", seen,
  case when may_match and not is_theirs then response end as response,
  case when may_match and not is_theirs then error end as error,
  case when may_match and not is_theirs then response_headers::text end as headers
from numbered join delivery_attempts as attempts on attempts.id = numbered.id and attempts.started_at = numbered.started_at
where is_theirs or may_match or n = seen order by n`;
const sql = { listed: pieceSql(theirs.listed), found: pieceSql(theirs.found) };

interface AttemptRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly isTheirs: boolean;
  readonly seen: number;
  readonly response: string | null;
  readonly error: string | null;
  readonly headers: string | null;
}

export interface AttemptsWanted {
  readonly targetId: string;
  readonly matcher: AddressMatcher;
  readonly of: { readonly listed: readonly string[] } | { readonly found: string };
}

export interface AttemptPiece {
  readonly ids: readonly string[];
  readonly next: AttemptScanPosition | null;
}

/** The next attempts of a target that are about these submissions, or whose response contains an address. */
export async function scanAttempts(run: Run, wanted: AttemptsWanted, from: AttemptScanPosition): Promise<AttemptPiece> {
  const { targetId, matcher, of } = wanted;
  const [text, subject] = 'listed' in of ? [sql.listed, of.listed] : [sql.found, of.found];
  const rows = await run<AttemptRow>(text, [targetId, from.startedAt, from.id, matcher.needle, subject]);
  const ids = rows
    .filter(
      ({ isTheirs, response, error, headers }) =>
        isTheirs || [response, error, headers].some((each) => namesAddress(each, matcher)),
    )
    .map(({ id }) => id);
  const last = rows.at(-1);
  const isMore = last?.seen === rowsAtOnce;
  return { ids, next: isMore ? { startedAt: last.startedAt.toISOString(), id: last.id } : null };
}
