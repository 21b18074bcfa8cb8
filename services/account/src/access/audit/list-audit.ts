import type { AuditPage, auditQuerySchema } from '@inlet/contracts/audit';
import { fitInPage } from '@inlet/http/page-bytes';
import type * as z from 'zod';
import { type AuditPosition, findEvents, findPosition } from '#access/audit/audit.store.ts';
import { presentAuditEvent } from '#access/audit/present-audit-event.ts';
import { isId } from '#access/is-id.ts';
import { invalidCursor } from '#errors.ts';
import type { Resources } from '#resources.ts';

type AuditDeps = Pick<Resources, 'database'>;

/** The account's events, newest first, and the cursor of the next page. */
export async function listAudit(
  deps: AuditDeps,
  userId: string,
  { limit, cursor }: z.output<typeof auditQuerySchema>,
): Promise<AuditPage> {
  const before = cursor === undefined ? null : await positionOf(deps, cursor, userId);
  // One more row than requested shows whether there is a next page.
  const rows = await findEvents(deps.database.pool, { userId, limit: limit + 1, before });
  const events = fitInPage(rows.slice(0, limit).map(presentAuditEvent));
  return { events, nextCursor: rows.length > events.length ? (events.at(-1)?.id ?? null) : null };
}

/** A cursor is the id of the previous page's last event; an event of another account is not a valid cursor. */
async function positionOf({ database }: AuditDeps, cursor: string, userId: string): Promise<AuditPosition> {
  const position = isId(cursor) ? await findPosition(database.prisma, userId, cursor) : null;
  if (!position) throw invalidCursor();
  return position;
}
