import { deliveryDaysMax } from '@inlet/contracts/targets';
import { hasFirstPartition } from '@inlet/db/partitions';
import type { Pool } from 'pg';
import { waitingTargetsSql } from '#deliveries/targets.store.ts';

type Remove = (pool: Pool, limit: number, now: Date) => Promise<number>;

const isOld = (time: string) => `${time} < $2::timestamptz - interval '${deliveryDaysMax} days'`;

/** Two workers that choose the same rows remove them once. */
function removeBy(text: string): Remove {
  return async (pool, limit, now) => (await pool.query(text, [limit, now])).rowCount ?? 0;
}

/** What waits for a target that is deleted, or whose plan has no webhooks, has ended. */
const endedSql = `
with recursive ${waitingTargetsSql}, ended as (
  select target_id from waiting left join targets on targets.id = target_id
  where target_id is not null and (targets.id is null or state_reason = 'plan')
), chosen as (
  select deliveries.target_id, deliveries.id from ended cross join lateral (
    select target_id, id from deliveries where target_id = ended.target_id order by id limit $1
  ) as deliveries
  where $2::timestamptz is not null limit $1
)
delete from deliveries using chosen where deliveries.target_id = chosen.target_id and deliveries.id = chosen.id`;

/**
 * What failed, or waits for a target that is stopped. What waits for an active target stays, and so does what failed in
 * strict order there: only its owner lets those behind it pass. A target that stands still is disabled within days, and
 * then its failure ends as those behind it do.
 */
const oldSql = `
with recursive ${waitingTargetsSql}, chosen as (
  select old.target_id, old.id from waiting join targets on targets.id = waiting.target_id cross join lateral (
    (select target_id, id from deliveries
     where ("order" <> 'strict' or targets.state <> 'active') and target_id = targets.id and deliveries.state = 'failed' and ${isOld('due_at')} order by due_at limit $1)
    union all
    (select target_id, id from deliveries
     where targets.state <> 'active' and target_id = targets.id and deliveries.state = 'due' and ${isOld('due_at')}
     order by due_at limit $1)
  ) as old limit $1
)
delete from deliveries using chosen where deliveries.target_id = chosen.target_id and deliveries.id = chosen.id`;

/** Attempts from before the upgrade. */
const oldAttemptsSql = `
delete from delivery_attempts
where id = any (array(
  select id from delivery_attempts where ${hasFirstPartition('delivery_attempts')} and ${isOld('started_at')} limit $1
))`;

/** One look into the index for each target that has attempts. */
const strayAttemptsSql = `
with recursive logged (target_id) as (
  (select target_id from delivery_attempts order by target_id limit 1)
  union all
  select (
    select later.target_id from delivery_attempts as later where later.target_id > logged.target_id
    order by later.target_id limit 1
  ) from logged where logged.target_id is not null
), chosen as (
  select attempts.id from logged left join targets on targets.id = logged.target_id cross join lateral (
    select id from delivery_attempts where target_id = logged.target_id limit $1
  ) as attempts
  where targets.id is null and $2::timestamptz is not null limit $1
)
delete from delivery_attempts using chosen where delivery_attempts.id = chosen.id`;

const replaysSql = `
delete from replays where id = any (array(
  select replays.id from replays left join targets on targets.id = target_id
  where targets.id is null or ${isOld('ended_at')} limit $1
))`;

/** Each removes at most so many rows, and returns how many. */
export const removals = {
  'deliveries of no target': removeBy(endedSql),
  'old deliveries': removeBy(oldSql),
  'old attempts': removeBy(oldAttemptsSql),
  'attempts of no target': removeBy(strayAttemptsSql),
  replays: removeBy(replaysSql),
} as const satisfies Record<string, Remove>;
