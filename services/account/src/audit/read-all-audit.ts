import type { AuditEvent } from '@inlet/contracts/audit';
import type { Pool } from 'pg';
import { type AuditPlace, findEvents } from '#audit/audit.store.ts';
import { presentAuditEvent } from '#audit/present-audit-event.ts';
import type { Turns } from '#export/turns.ts';

const eventsAtOnce = 500;

/** Everything that happened to an account, newest first, page by page. */
export async function* readAllAudit(pool: Pool, turns: Turns, userId: string): AsyncGenerator<AuditEvent[]> {
  let before: AuditPlace | null = null;
  for (;;) {
    const page = { userId, limit: eventsAtOnce, before };
    const rows: Awaited<ReturnType<typeof findEvents>> = await turns.take(() => findEvents(pool, page));
    if (rows.length > 0) yield rows.map(presentAuditEvent);
    if (rows.length < eventsAtOnce) return;
    before = rows.at(-1) ?? null;
  }
}
