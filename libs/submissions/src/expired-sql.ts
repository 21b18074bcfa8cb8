/**
 * The time before which a submission is older than `days`, an expression. Days have 24 hours, whatever a time zone
 * does.
 */
export function expirySql(days: string): string {
  return `now() - ${days} * interval '24 hours'`;
}

/** Both folders of a form, each by the index of its list. */
export const foldersSql = 'unnest(array[false, true]) as folder(is_spam)';

/** Counts the submissions of form `$1` that are older than `$2` days, up to `$3`. */
export const countExpiredSql = `
select count(*)::int as count from (
  select from ${foldersSql} cross join lateral (
    select from submissions where form_id = $1 and submissions.is_spam = folder.is_spam and created_at < ${expirySql('$2::int')}
    limit $3
  ) as expired limit $3
) as counted`;
