/**
 * An expression for the time before which a submission is older than `days`. Days have 24 hours, regardless of the time
 * zone.
 */
export function expirySql(days: string): string {
  return `now() - ${days} * interval '24 hours'`;
}

/** Both folders of a form, each read by its list's index. */
export const foldersSql = 'unnest(array[false, true]) as folder(is_spam)';

/** A condition for rows that are not of these imports, an array of their ids. */
export function notOfImportsSql(ids: string): string {
  return `(import_id is null or import_id <> all (${ids}))`;
}

/** The imports of form `$1` whose submissions are not that old here, however old they are. */
const keptImportsSql = `array(select id from imports where form_id = $1 and stored_at >= ${expirySql('$2::int')})`;

/** Counts the submissions of form `$1` that are older than `$2` days, up to `$3`. */
export const countExpiredSql = `
select count(*)::int as count from (
  select from ${foldersSql} cross join lateral (
    select from submissions where form_id = $1 and submissions.is_spam = folder.is_spam
      and created_at < ${expirySql('$2::int')} and ${notOfImportsSql(keptImportsSql)}
    limit $3
  ) as expired limit $3
) as counted`;
