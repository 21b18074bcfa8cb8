import type { Form, Prisma, PrismaClient, Replay } from '@inlet/db/client';
import type { RunSql } from '@inlet/db/run-sql';
import { findAnyTarget } from '#deliveries/targets/targets.store.ts';

/** A replay to a target of any account, with the form of the target. The caller compares the owner of the form. */
export async function findAnyReplay(
  prisma: PrismaClient,
  id: string,
): Promise<{ readonly replay: Replay; readonly form: Form } | null> {
  const replay = await prisma.replay.findUnique({ where: { id } });
  const found = replay && (await findAnyTarget(prisma, replay.targetId));
  return found && { replay, form: found.form };
}

/** The stored submissions of a form, or a target's failed deliveries, in a time range. */
export interface ReplayRange {
  readonly targetId: string;
  readonly formId: string;
  readonly fromAt: Date | null;
  readonly toAt: Date;
  readonly failedOnly: boolean;
}

/** A replay of this kind that is processing a range. A replay of named events has an empty range. */
export async function hasRunningRange(
  tx: Prisma.TransactionClient,
  targetId: string,
  failedOnly: boolean,
): Promise<boolean> {
  const running = await tx.replay.findMany({ where: { targetId, failedOnly, state: 'running' } });
  return running.some(({ fromAt, toAt }) => fromAt?.getTime() !== toAt.getTime());
}

/** Counted exactly up to this number, which takes some 50 ms. */
const countMax = 100_000;

const countSubmissionsSql = `
select count(*)::int as count from (
  select from submissions
  where form_id = $1::uuid and not is_spam
    and created_at >= coalesce($2::timestamptz, '-infinity') and created_at < $3::timestamptz
  limit ${countMax}
) as counted`;

const countFailedSql = `
select count(*)::int as count from (
  select from deliveries
  where target_id = $1::uuid and state = 'failed'
    and occurred_at >= coalesce($2::timestamptz, '-infinity') and occurred_at < $3::timestamptz
  limit ${countMax}
) as counted`;

/** The number of deliveries in a replay of a range. Above 100,000 it returns the form's total. */
export async function countRange(
  run: RunSql,
  { targetId, formId, fromAt, toAt, failedOnly }: ReplayRange,
): Promise<number> {
  const [text, id] = failedOnly ? [countFailedSql, targetId] : [countSubmissionsSql, formId];
  const [counted] = await run<{ count: number }>(text, [id, fromAt, toAt]);
  const count = counted?.count ?? 0;
  if (count < countMax || failedOnly) return count;
  const [total] = await run<{ count: number }>(
    'select submission_count::int as count from form_totals where form_id = $1::uuid',
    [formId],
  );
  return Math.max(count, total?.count ?? 0);
}

export async function insertReplay(
  tx: Prisma.TransactionClient,
  replay: Prisma.ReplayUncheckedCreateInput,
): Promise<void> {
  await tx.replay.create({ data: replay });
}

export interface NamedEvents {
  readonly targetId: string;
  readonly replayId: string;
  readonly by: 'submissionIds' | 'attemptIds';
  readonly ids: readonly string[];
  readonly failedOnly: boolean;
}

/** The events that `record_changes` creates for new submissions. */
const eventsSql = {
  submissionIds: `
    select case when is_spam then spam_event_id(s.id) else s.id end as event_id, case when is_spam then 'submission.spam' else 'submission.created' end as type,
      s.id as submission_id, s.created_at as occurred_at
    from submissions as s join targets on targets.form_id = s.form_id
    where targets.id = $1::uuid and s.id = any ($2::uuid[])`,
  attemptIds: `
    select distinct on (event_id) event_id, type, submission_id, coalesce(occurred_at, started_at) as occurred_at
    from delivery_attempts
    where target_id = $1::uuid and id = any ($2::uuid[]) and submission_id is not null and not is_test
    order by event_id, started_at`,
} as const;

const queueSql = (events: string) => `
with events as materialized (${events}), kept as materialized (
  select id, event_id, state from deliveries
  where target_id = $1::uuid and event_id in (select event_id from events)
), revived as (
  update deliveries set state = 'due', attempts = 0, due_at = now(), replay_id = $3::uuid, is_named = true
  from kept where deliveries.target_id = $1::uuid and deliveries.id = kept.id and kept.state = 'failed'
  returning 1
), added as (
  insert into deliveries (target_id, event_id, type, submission_id, occurred_at, due_at, replay_id, is_named)
  select $1::uuid, event_id, type, submission_id, occurred_at, now(), $3::uuid, true from events
  where not $4 and event_id not in (select event_id from kept)
  order by occurred_at, event_id
  returning 1
)
select (select count(*) from revived)::int + (select count(*) from added)::int as count`;

/**
 * Creates deliveries of named events: failed ones become due again, and delivered ones are added again. Pending ones
 * are unchanged. They go out whatever the conditions of the target are. Returns their number.
 */
export async function queueEvents(
  run: RunSql,
  { targetId, replayId, by, ids, failedOnly }: NamedEvents,
): Promise<number> {
  const [counted] = await run<{ count: number }>(queueSql(eventsSql[by]), [targetId, [...ids], replayId, failedOnly]);
  return counted?.count ?? 0;
}

/** Takes the delivery away that a target in strict order cannot pass, and returns its event. */
export async function removeStopping(run: RunSql, targetId: string): Promise<string | null> {
  const [removed] = await run<{ eventId: string }>(
    `delete from deliveries where target_id = $1::uuid and (state = 'failed' or attempts > 0) and id = (
       select id from deliveries where target_id = $1::uuid order by id limit 1
     ) returning event_id as "eventId"`,
    [targetId],
  );
  return removed?.eventId ?? null;
}
