import type { RunSql } from '@inlet/db/run-sql';

export interface Marked {
  readonly formId: string;
  readonly userId: string;
  readonly ids: readonly string[];
  readonly isSpam: boolean;
}

/** A submission is one lesson, however often it is marked; its previous lesson is unlearned first. */
const lessonsSql = `
insert into spam_lessons (submission_id, form_id, user_id, is_spam)
select id, form_id, $2::uuid, $4::bool from submissions where form_id = $1::uuid and id = any ($3::uuid[]) order by id
on conflict (submission_id) do update set
  is_spam = excluded.is_spam, marked_at = now(),
  is_learned = spam_lessons.learned_spam is not distinct from excluded.is_spam
where spam_lessons.is_spam <> excluded.is_spam`;

/** Records an owner's marks, from which a worker learns, even if their submissions are not moved. */
export async function noteLessons(run: RunSql, { formId, userId, ids, isSpam }: Marked): Promise<void> {
  await run(lessonsSql, [formId, userId, [...ids], isSpam]);
}

/** The rows are locked in the order of their ids, as by every other change. */
const clearFlagsSql = `
with chosen as (
  select id from submissions where form_id = $1::uuid and id = any ($2::uuid[]) and (spam ->> 'isFlagged')::bool
  order by id for update
)
update submissions set spam = jsonb_set(spam::jsonb, '{isFlagged}', 'false')::json
from chosen where submissions.id = chosen.id`;

/** Removes the flag of submissions that their owner marked as good; the score and its reasons stay. */
export async function clearFlags(run: RunSql, { formId, ids }: Pick<Marked, 'formId' | 'ids'>): Promise<void> {
  await run(clearFlagsSql, [formId, [...ids]]);
}

/**
 * Returns true once for each account: from then on its submissions are judged by what it marks. A model that is there
 * is only read. To insert beside it would wait for a worker that learns, and that worker waits for the marks.
 */
export async function beginModel(run: RunSql, userId: string): Promise<boolean> {
  const rows = await run(
    `insert into spam_models (user_id) select $1::uuid where not exists (select from spam_models where user_id = $1::uuid)
     on conflict do nothing returning user_id`,
    [userId],
  );
  return rows.length > 0;
}
