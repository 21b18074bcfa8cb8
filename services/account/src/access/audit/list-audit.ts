import type { AuditPage, auditQuerySchema, workspaceAuditQuerySchema } from '@inlet/contracts/audit';
import { fitInPage } from '@inlet/http/page-bytes';
import type * as z from 'zod';
import {
  type AuditFilter,
  type AuditPosition,
  findEvents,
  findPersonId,
  findPosition,
} from '#access/audit/audit.store.ts';
import { presentAuditEvents } from '#access/audit/present-audit-event.ts';
import { isId } from '#access/is-id.ts';
import { invalidCursor } from '#errors.ts';
import type { Resources } from '#resources.ts';

type AuditDeps = Pick<Resources, 'database'>;
/** Chooses events by their author and by what was done. */
export type WhoAndWhat = Pick<AuditFilter, 'actor' | 'action'>;

/** The account's events, newest first, and the cursor of the next page. */
export async function listAudit(
  deps: AuditDeps,
  userId: string,
  { limit, cursor }: z.output<typeof auditQuerySchema>,
  filter: WhoAndWhat = {},
): Promise<AuditPage> {
  const { pool } = deps.database;
  const before = cursor === undefined ? null : await positionOf(deps, cursor, userId);
  // One more row than requested shows whether there is a next page.
  const rows = await findEvents(pool, { ...filter, userId, limit: limit + 1, before });
  const events = fitInPage(await presentAuditEvents(pool, rows.slice(0, limit)));
  return { events, nextCursor: rows.length > events.length ? (events.at(-1)?.id ?? null) : null };
}

/** The events that a query asks for. A person is named by id or by address. */
export async function readAuditFilter(
  { database }: AuditDeps,
  { actor, action }: Pick<z.output<typeof workspaceAuditQuerySchema>, 'actor' | 'action'>,
): Promise<WhoAndWhat> {
  if (actor === undefined) return { action };
  const personId = isId(actor) ? actor : await findPersonId(database.prisma, actor.toLowerCase());
  return { action, actor: { name: actor, personIds: personId === null ? [] : [personId] } };
}

/** A cursor is the id of the previous page's last event; an event of another account is not a valid cursor. */
async function positionOf({ database }: AuditDeps, cursor: string, userId: string): Promise<AuditPosition> {
  const position = isId(cursor) ? await findPosition(database.prisma, userId, cursor) : null;
  if (!position) throw invalidCursor();
  return position;
}
