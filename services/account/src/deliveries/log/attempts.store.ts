import type { DeliveryAttempt, PrismaClient } from '@inlet/db/client';
import type { Pool } from 'pg';

/** A cursor in the log: right after this attempt. */
export interface AttemptPosition {
  readonly startedAt: Date;
  readonly id: string;
}

export interface AttemptFilter {
  readonly targetId: string;
  readonly limit: number;
  readonly before: AttemptPosition | null;
  /** Undefined matches every state. */
  readonly state: string | undefined;
}

const pageSql = `
select id, target_id as "targetId", event_id as "eventId", type, submission_id as "submissionId", number, state,
  status_code as "statusCode", duration_ms as "durationMs", error, response, response_headers as "responseHeaders", is_test as "isTest",
  replay_id as "replayId", started_at as "startedAt", occurred_at as "occurredAt"
from delivery_attempts
where target_id = $1 and (started_at, id) < ($2, $3) and ($4::text is null or state = $4)
order by started_at desc, id desc
limit $5`;

const newest = { startedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** A target's attempts from a cursor on, newest first. */
export async function findAttempts(pool: Pool, filter: AttemptFilter): Promise<DeliveryAttempt[]> {
  const { startedAt, id } = filter.before ?? newest;
  const values = [filter.targetId, startedAt, id, filter.state, filter.limit];
  return (await pool.query<DeliveryAttempt>({ name: 'page-of-attempts', text: pageSql, values })).rows;
}

export function findAttempt(prisma: PrismaClient, targetId: string, id: string): Promise<DeliveryAttempt | null> {
  return prisma.deliveryAttempt.findFirst({ where: { id, targetId } });
}
