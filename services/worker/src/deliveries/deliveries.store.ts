import type { ConfirmationState } from '@inlet/contracts/confirmation';
import type { FieldError } from '@inlet/contracts/field-errors';
import type { SpamVerdict } from '@inlet/contracts/spam';
import type { FormAlert, WebhookEventType } from '@inlet/contracts/webhook-events';
import { type FilesText, filesColumn } from '@inlet/submissions/present-files';
import type { Pool } from 'pg';
import { failsTooLong } from '#deliveries/targets.store.ts';

/** A delivery with its submission. */
export interface WaitingDelivery {
  readonly id: number;
  readonly eventId: string;
  readonly type: WebhookEventType;
  readonly submissionId: string;
  readonly occurredAt: Date;
  /** When it happened, as every attempt tells: for an arrival, when the submission was received. */
  readonly timestamp: Date;
  readonly state: 'due' | 'failed';
  readonly attempts: number;
  readonly dueAt: Date;
  readonly replayId: string | null;
  /** Its owner asked for it by name. */
  readonly isNamed: boolean;
  /** The fields as JSON text; null if the submission is gone, and then so are the rest. */
  readonly data: string | null;
  readonly origin: string | null;
  readonly userAgent: string | null;
  readonly isSpam: boolean | null;
  /** Null also where nothing was found. */
  readonly spam: SpamVerdict | null;
  readonly createdAt: Date | null;
  readonly files: FilesText;
  /** Null also where it breaks no rule. */
  readonly ruleErrors: readonly FieldError[] | null;
  readonly rulesVersion: number | null;
  readonly confirmation: ConfirmationState | null;
  readonly confirmedAt: Date | null;
  /** Set for an alert, which has no submission. */
  readonly alert: FormAlert | null;
}

interface TargetKey {
  readonly id: string;
  readonly formId: string;
  readonly order: 'best_effort' | 'strict';
}

/** Submissions of the largest batch. */
const batchRows = 500;

const withSubmissions = (taken: string, order: string) => `
select taken.id, event_id as "eventId", type, submission_id as "submissionId", occurred_at as "occurredAt", state,
  case when event_id in (submission_id, spam_event_id(submission_id)) then coalesce(created_at, occurred_at)
    else occurred_at end as "timestamp",
  attempts, due_at as "dueAt", replay_id as "replayId", is_named as "isNamed", data::text as data, origin,
  user_agent as "userAgent", is_spam as "isSpam", spam, created_at as "createdAt", rule_errors as "ruleErrors",
  rules_version as "rulesVersion", confirmation, confirmed_at as "confirmedAt", alert,
  ${filesColumn('submissions.id')}
from (${taken}) as taken
left join submissions on submissions.id = taken.submission_id and submissions.form_id = $2
order by ${order}`;

/**
 * Batches that are stored at once may add their deliveries in any order, so those of a batch's length are put in the
 * order in which the submissions were received. None passes one that was tried or that belongs to a replay.
 */
const strictSql = `
select *, row_number() over (order by passed, is_fresh, received_at, id) as place
from (
  select *, sum((not is_fresh)::int) over (order by id) as passed,
    case when not is_fresh then null
      when event_id in (submission_id, spam_event_id(submission_id))
        then coalesce((select created_at from submissions where id = submission_id), occurred_at)
      else occurred_at end as received_at
  from (
    select *, state = 'due' and attempts = 0 and replay_id is null as is_fresh
    from deliveries where target_id = $1 and $4::timestamptz is not null order by id limit ${batchRows}
  ) as first
) as ordered
order by place limit $3`;

const statements = {
  best_effort: {
    name: 'take-best-effort',
    text: withSubmissions(
      `select * from deliveries where target_id = $1 and state = 'due' and due_at <= $4 order by due_at, id limit $3`,
      'due_at, taken.id',
    ),
  },
  // A delivery that is not due stops the deliveries behind it, so all are taken.
  strict: { name: 'take-strict', text: withSubmissions(strictSql, 'place') },
};

/** The next deliveries of a target: those that are due, or in strict order the first ones, in whatever state. */
export async function takeDeliveries(
  pool: Pool,
  { id, formId, order }: TargetKey,
  limit: number,
  now: Date,
): Promise<WaitingDelivery[]> {
  const { rows } = await pool.query<WaitingDelivery>({ ...statements[order], values: [id, formId, limit, now] });
  return rows;
}

/** An attempt, for the owner's log. */
export interface AttemptRecord {
  readonly id: string;
  readonly targetId: string;
  readonly eventId: string;
  readonly type: WebhookEventType;
  readonly submissionId: string | null;
  readonly number: number;
  readonly state: 'succeeded' | 'failed' | 'skipped';
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly response: string | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly isTest: boolean;
  readonly replayId: string | null;
  readonly startedAt: Date;
  readonly occurredAt: Date;
}

const attemptSql = `
insert into delivery_attempts (id, target_id, event_id, type, submission_id, number, state, status_code, duration_ms,
  error, response, is_test, replay_id, started_at, occurred_at, response_headers)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) on conflict (id) do nothing`;
/** The replay of a delivery is further by one when it was attempted for the first time. */
const replaySql = `update replays set done_count = done_count + 1 where id = $13 and $6 = 1`;

const valuesOf = (a: AttemptRecord) => [
  a.id,
  a.targetId,
  a.eventId,
  a.type,
  a.submissionId,
  a.number,
  a.state,
  a.statusCode,
  a.durationMs,
  a.error,
  a.response,
  a.isTest,
  a.replayId,
  a.startedAt,
  a.occurredAt,
  a.responseHeaders,
];

const testSql = `
with attempt as (${attemptSql})
update targets set last_success_at = greatest(last_success_at, $17) where id = $2 and $7 = 'succeeded'`;

/** A test says nothing of the deliveries, but one that succeeds shows that the target is connected. */
export async function recordTest(pool: Pool, attempt: AttemptRecord, at: Date): Promise<void> {
  await pool.query(testSql, [...valuesOf(attempt), at]);
}

const successSql = `
with attempt as (${attemptSql}), replay as (${replaySql}), delivered as (
  delete from deliveries where target_id = $2 and id = $17
)
update targets set failure_streak = 0, failing_since = null, next_attempt_at = $19, last_success_at = $18,
  takes_long = $20
where id = $2`;

/** Everything that follows from a success, in one statement: a crash before it repeats this delivery and no other. */
export async function recordSuccess(
  pool: Pool,
  attempt: AttemptRecord,
  {
    deliveryId,
    at,
    takesLong,
    nextAttemptAt,
  }: Pick<Failure, 'deliveryId' | 'at' | 'nextAttemptAt'> & { readonly takesLong: boolean },
): Promise<void> {
  const values = [...valuesOf(attempt), deliveryId, at, nextAttemptAt, takesLong];
  await pool.query({ name: 'record-success', text: successSql, values });
}

const failureSql = `
with attempt as (${attemptSql}), replay as (${replaySql}), postponed as (
  update deliveries set attempts = attempts + 1, state = $19, due_at = $20 where target_id = $2 and id = $17 returning 1
), failing as (
  select id, state = 'active' and ($22 or ${failsTooLong('$18')}) as ends
  from targets where id = $2 and exists (select from postponed) for no key update
), health as (
  update targets set failure_streak = failure_streak + 1, failing_since = coalesce(failing_since, $18),
    last_failure_at = $18, next_attempt_at = $21,
    state = case when ends then 'disabled' else state end,
    state_reason = case when ends then case when $22 then 'gone' else 'failing' end else state_reason end,
    stopped_at = case when ends then $18 else stopped_at end
  from failing where targets.id = failing.id
)
insert into outbox (topic, key) select 'target-disabled', id::text from failing where ends`;

export interface Failure {
  readonly deliveryId: number;
  readonly at: Date;
  /** When the delivery is due again; `null` after its last attempt. */
  readonly dueAt: Date | null;
  /** No attempt at any delivery of the target before this time. */
  readonly nextAttemptAt: Date | null;
  /** The receiver wants no further deliveries. */
  readonly isGone: boolean;
}

/**
 * Everything that follows from a failure, in one statement. A target that is disabled by it is told to account, which
 * mails its owner. Returns whether it was. A delivery that was skipped meanwhile says nothing about its target.
 */
export async function recordFailure(pool: Pool, attempt: AttemptRecord, failure: Failure): Promise<boolean> {
  const { deliveryId, at, dueAt, nextAttemptAt, isGone } = failure;
  const state = dueAt ? 'due' : 'failed';
  const values = [...valuesOf(attempt), deliveryId, at, state, dueAt ?? at, nextAttemptAt, isGone];
  const { rowCount } = await pool.query({ name: 'record-failure', text: failureSql, values });
  return rowCount === 1;
}

const skipSql = `
with attempt as (${attemptSql}), replay as (${replaySql})
delete from deliveries where target_id = $2 and id = $17`;

/** Logs that a delivery does not go out, and removes it. */
export async function recordSkip(pool: Pool, skipped: AttemptRecord, deliveryId: number): Promise<void> {
  await pool.query({ name: 'record-skip', text: skipSql, values: [...valuesOf(skipped), deliveryId] });
}

/** Drops a delivery that has nothing to say any more, because its submission is gone. */
export async function dropDelivery(
  pool: Pool,
  targetId: string,
  { id, replayId, attempts }: WaitingDelivery,
): Promise<void> {
  await pool.query(
    `with replay as (update replays set done_count = done_count + 1 where id = $3 and $4 = 0)
     delete from deliveries where target_id = $1 and id = $2`,
    [targetId, id, replayId, attempts],
  );
}
