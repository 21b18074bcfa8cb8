import type { Pool } from 'pg';

interface ReplayedTarget {
  readonly id: string;
  readonly formId: string;
}

/** The oldest replay of its kind that is not over: what failed can be what stops one of submissions. */
const runningSql = (kind: 'failed_only' | 'not failed_only') => `
select * from replays
where target_id = $1 and state = 'running' and (cursor_at is null or cursor_at < to_at) and ${kind}
order by created_at, id limit 1 for no key update`;

/** The cursor is at the end of the range when there is nothing behind it. */
const submissionsSql = `
with replay as materialized (${runningSql('not failed_only')}), next as (
  select submissions.id, submissions.created_at, replay.id as replay_id
  from replay
  cross join lateral (
    select id, created_at from submissions
    where form_id = $2 and not is_spam and created_at < replay.to_at
      and created_at >= coalesce(replay.cursor_at, replay.from_at, '-infinity')
      and (replay.cursor_at is null or (created_at, id) > (replay.cursor_at, replay.cursor_id))
    order by created_at, id limit $3
  ) as submissions
), added as (
  insert into deliveries (target_id, event_id, type, submission_id, occurred_at, due_at, replay_id)
  select $1, id, 'submission.created', id, created_at, $4, replay_id from next order by created_at, id
), last as (
  select created_at, id, count(*) over () as count from next order by created_at desc, id desc limit 1
)
update replays set cursor_at = coalesce(last.created_at, replays.to_at), cursor_id = coalesce(last.id, replays.cursor_id)
from replay left join last on true
where replays.id = replay.id
returning coalesce(last.count, 0)::int as count`;

/** Deliveries that failed again belong to the replay already. */
const failedSql = `
with replay as materialized (${runningSql('failed_only')}), next as (
  select failed.id, replay.id as replay_id
  from replay
  cross join lateral (
    select id from deliveries
    where target_id = $1 and state = 'failed' and replay_id is distinct from replay.id
      and occurred_at < replay.to_at and (replay.from_at is null or occurred_at >= replay.from_at)
    order by id limit $2 for update
  ) as failed
), renewed as (
  update deliveries set state = 'due', attempts = 0, due_at = $3, replay_id = next.replay_id
  from next where deliveries.target_id = $1 and deliveries.id = next.id
  returning deliveries.id
), counted as (
  select count(*)::int as count from renewed
)
update replays set cursor_at = case when counted.count < $2 then replays.to_at end
from replay cross join counted
where replays.id = replay.id
returning counted.count`;

/** A replay is over when its cursor is at the end and nothing of it waits. */
const endSql = `
update replays set state = 'done', ended_at = $2
where target_id = $1 and state = 'running' and cursor_at >= to_at and not exists (
  select from deliveries
  where deliveries.target_id = $1 and deliveries.state = 'due' and deliveries.replay_id = replays.id
)`;

/** Makes the next deliveries of the target's oldest replay, and returns how many: the cursor moves with them. */
export async function takeFromReplay(
  pool: Pool,
  { id, formId }: ReplayedTarget,
  limit: number,
  now: Date,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(submissionsSql, [id, formId, limit, now]);
  return rows[0]?.count ?? 0;
}

/** Sets some of the failed deliveries of the target's oldest replay due again, and returns how many. */
export async function renewFailed(pool: Pool, targetId: string, limit: number, now: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(failedSql, [targetId, limit, now]);
  return rows[0]?.count ?? 0;
}

export async function endReplays(pool: Pool, targetId: string, now: Date): Promise<void> {
  await pool.query(endSql, [targetId, now]);
}
