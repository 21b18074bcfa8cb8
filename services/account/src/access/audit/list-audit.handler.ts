import { type AuditPage, auditQuerySchema } from '@inlet/contracts/audit';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import { type AuditPlace, findEvents, findPlace } from '#access/audit/audit.store.ts';
import { presentAuditEvent } from '#access/audit/present-audit-event.ts';
import { currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { invalidCursor } from '#errors.ts';
import { fitInPage } from '#inbox/submissions/page-bytes.ts';

/** What happened to the account, newest first, and where the next page begins. */
export function listAuditHandler({ database }: Pick<AccountDeps, 'database'>): RequestHandler {
  /** A cursor is the id of the last event of the page before; somebody else's is no place in this list. */
  async function placeOf(cursor: string, userId: string): Promise<AuditPlace> {
    const id = z.uuid().safeParse(cursor);
    const place = id.success ? await findPlace(database.prisma, userId, id.data) : null;
    if (!place) throw invalidCursor();
    return place;
  }

  return async (request, response) => {
    const { limit, cursor } = validate(auditQuerySchema, request.query);
    const { id: userId } = currentUser(response);
    const before = cursor === undefined ? null : await placeOf(cursor, userId);
    // One more than asked for tells whether there is a next page.
    const rows = await findEvents(database.pool, { userId, limit: limit + 1, before });
    const events = fitInPage(rows.slice(0, limit).map(presentAuditEvent));
    const body: AuditPage = { events, nextCursor: rows.length > events.length ? (events.at(-1)?.id ?? null) : null };
    response.json(body);
  };
}
