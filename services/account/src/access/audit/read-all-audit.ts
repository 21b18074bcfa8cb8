import type { AuditEvent } from '@inlet/contracts/audit';
import { readPages } from '@inlet/db/read-pages';
import type { Semaphore } from '@inlet/process/semaphore';
import type { Pool } from 'pg';
import { type AuditFilter, type AuditRow, findEvents } from '#access/audit/audit.store.ts';
import { presentAuditEvents } from '#access/audit/present-audit-event.ts';

const eventsAtOnce = 500;

/** The events of an account, newest first, page by page. */
export async function* readAllAudit(
  pool: Pool,
  semaphore: Semaphore,
  filter: Pick<AuditFilter, 'userId' | 'action' | 'actor'>,
): AsyncGenerator<AuditEvent[]> {
  const find = (before: AuditRow | null, limit: number) => findEvents(pool, { ...filter, limit, before });
  for await (const rows of readPages(semaphore, eventsAtOnce, find)) yield presentAuditEvents(pool, rows);
}
