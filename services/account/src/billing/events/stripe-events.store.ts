import { failedStripeEventDaysMax, stripeEventDaysMax } from '@inlet/contracts/retention';
import type { Prisma } from '@inlet/db/client';
import type { Pool } from 'pg';

export interface DueEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string | null;
  readonly customerId: string | null;
  readonly attempts: number;
}

/** Keeps an event once, and returns whether it is new; a repeat of it changes nothing. */
export async function insertEvent(
  pool: Pool,
  event: Pick<Prisma.StripeEventUncheckedCreateInput, 'id' | 'type' | 'objectId' | 'customerId'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into stripe_events (id, type, object_id, customer_id) values ($1, $2, $3, $4) on conflict (id) do nothing`,
    [event.id, event.type, event.objectId, event.customerId],
  );
  return rowCount === 1;
}

/** A cheap check: usually there is nothing, and each take is a write. */
export async function isAnyDue(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from stripe_events where processed_at is null and next_attempt_at <= now() limit 1',
  );
  return rowCount === 1;
}

/** Takes the next due event for a minute: if the process crashes, the next one takes it. */
export async function takeEvent(pool: Pool): Promise<DueEvent | null> {
  const { rows } = await pool.query<DueEvent>(
    `update stripe_events set attempts = attempts + 1, next_attempt_at = now() + interval '1 minute'
     where id = (
       select id from stripe_events where processed_at is null and next_attempt_at <= now()
       order by next_attempt_at limit 1 for update skip locked
     )
     returning id, type, object_id as "objectId", customer_id as "customerId", attempts`,
  );
  return rows[0] ?? null;
}

export async function markProcessed(pool: Pool, id: string): Promise<void> {
  await pool.query('update stripe_events set processed_at = now(), last_error = null where id = $1', [id]);
}

export async function postpone(pool: Pool, id: string, seconds: number, reason: string): Promise<void> {
  await pool.query(
    `update stripe_events set next_attempt_at = now() + make_interval(secs => $2), last_error = $3 where id = $1`,
    [id, seconds, reason],
  );
}

/** Seconds since the oldest event came in that is not processed; 0 without one. */
export async function readEventLag(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `select extract(epoch from now() - min(received_at))::float8 as seconds from stripe_events where processed_at is null`,
  );
  return rows[0]?.seconds ?? 0;
}

/** Stripe repeats an event for at most three days; ours are kept ten times as long. */
export async function forgetOldEvents(pool: Pool): Promise<void> {
  await pool.query(
    `delete from stripe_events where processed_at < now() - interval '${stripeEventDaysMax} days'
       or received_at < now() - interval '${failedStripeEventDaysMax} days'`,
  );
}

export async function forgetEvent(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from stripe_events where id = $1', [id]);
}
