import { type MatchedFields, matchFields } from '#people/match-fields.ts';
import type { AddressMatcher } from '#people/matcher.ts';
import { highestId } from '#range.ts';

/** Runs a statement. */
export type Run = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/**
 * A condition: a JSON text may match. JSON can hide an address behind \u0040, so escaped texts are unescaped first, and
 * those that cannot be are always checked.
 */
export function mayMatchSql(text: string, needle: string): string {
  return `(case when ${needle}::text is null then strpos(${text}, '@') > 0 or strpos(${text}, '\\u') > 0
    else strpos(lower(${text} collate "C"), ${needle}) > 0 or (strpos(${text}, '\\u') > 0 and (
      strpos(lower(inlet_unescape(${text}) collate "C"), ${needle}) > 0 or strpos(inlet_unescape(${text}), '\\u') > 0)) end)`;
}

/** Small enough for a statement of some 50 ms. */
const rowsAtOnce = 5_000;
/** Bytes of fields that are read at once. */
const bytesAtOnce = 8_000_000;

/** Other columns beside the fields, so that one condition covers both. */
const pieceSql = `
with seen as materialized (
  select id, created_at, octet_length(data::text) as bytes,
    ${mayMatchSql(`(data::text || coalesce(reply_to, '') || coalesce(subject, ''))`, '$5')} as is_match
  from submissions where form_id = $1 and is_spam = $2 and (created_at, id) < ($3, $4)
  order by created_at desc, id desc limit ${rowsAtOnce}
), numbered as (select *, row_number() over () as n, count(*) over ()::int as seen from seen)
select id, created_at as "createdAt", bytes, is_match as "isMatch", seen from numbered where is_match or n = seen order by n`;

const rowsSql = `
select id, data::text as data, subject, reply_to as "replyTo", created_at as "createdAt" from submissions
where id = any ($1::uuid[]) order by created_at desc, id desc`;

export interface FoundSubmission extends MatchedFields {
  readonly id: string;
  readonly createdAt: Date;
}

/** A position in a form: the folder, and the last submission checked in it. */
export interface ScanPosition {
  readonly isSpam: boolean;
  readonly createdAt: string;
  readonly id: string;
}

export const scanStart: ScanPosition = { isSpam: false, createdAt: 'infinity', id: highestId };
const spamStart: ScanPosition = { ...scanStart, isSpam: true };

export interface ScannedPiece {
  readonly found: readonly FoundSubmission[];
  /** Null if the form has no more. */
  readonly next: ScanPosition | null;
}

/** Scans the next submissions of a form, newest first, the inbox before the spam folder. */
export async function scanPiece(
  run: Run,
  formId: string,
  matcher: AddressMatcher,
  from: ScanPosition,
): Promise<ScannedPiece> {
  const { isSpam, createdAt, id } = from;
  const seen = await run<{ id: string; createdAt: Date; bytes: number; isMatch: boolean; seen: number }>(pieceSql, [
    formId,
    isSpam,
    createdAt,
    id,
    matcher.needle,
  ]);
  const last = seen.at(-1);
  const found: FoundSubmission[] = [];
  for (const ids of inPieces(seen.filter(({ isMatch }) => isMatch)))
    found.push(...(await readMatches(run, ids, matcher)));
  if (last && last.seen === rowsAtOnce) {
    return { found, next: { isSpam, createdAt: (last.createdAt as Date).toISOString(), id: last.id } };
  }
  return { found, next: isSpam ? null : spamStart };
}

interface MatchRow {
  readonly id: string;
  readonly data: string;
  readonly subject: string | null;
  readonly replyTo: string | null;
  readonly createdAt: Date;
}

async function readMatches(run: Run, ids: readonly string[], matcher: AddressMatcher): Promise<FoundSubmission[]> {
  const rows = await run<MatchRow>(rowsSql, [ids]);
  return rows.flatMap(({ id, data, subject, replyTo, createdAt }) => {
    const { isPerson, mentions } = matchFields(data, matcher);
    const isTheirs = isPerson || [subject, replyTo].some((text) => text !== null && matcher.isAddress(text));
    return isTheirs || mentions.length > 0 ? [{ id, createdAt, isPerson: isTheirs, mentions }] : [];
  });
}

function* inPieces(rows: readonly { readonly id: string; readonly bytes: number }[]): Generator<string[]> {
  let ids: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (ids.length > 0 && bytes + row.bytes > bytesAtOnce) {
      yield ids;
      ids = [];
      bytes = 0;
    }
    ids.push(row.id);
    bytes += row.bytes;
  }
  if (ids.length > 0) yield ids;
}
