import type { AuditEvent } from '@inlet/contracts/audit';
import type { Pool } from 'pg';
import { type AuditRow, findEvents } from '#audit/audit.store.ts';
import { presentAuditEvent } from '#audit/present-audit-event.ts';
import { readPages } from '#export/read-pages.ts';
import type { Turns } from '#export/turns.ts';

const eventsAtOnce = 500;

/** Everything that happened to an account, newest first, page by page. */
export async function* readAllAudit(pool: Pool, turns: Turns, userId: string): AsyncGenerator<AuditEvent[]> {
  const find = (before: AuditRow | null, limit: number) => findEvents(pool, { userId, limit, before });
  for await (const rows of readPages(turns, eventsAtOnce, find)) yield rows.map(presentAuditEvent);
}
