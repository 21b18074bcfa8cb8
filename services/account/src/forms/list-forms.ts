import type { Form, FormList, listFormsQuerySchema } from '@inlet/contracts/forms';
import { unreadAmong } from '@inlet/contracts/unread-among';
import { fitInPage } from '@inlet/http/page-bytes';
import type * as z from 'zod';
import { formsSeen, type Seat } from '#access/seat.ts';
import { findClosed } from '#forms/closing/closing.store.ts';
import { showForms } from '#forms/closing/show-forms.ts';
import { countUnreadOfForms, findForms } from '#forms/forms.store.ts';
import { readSparklines } from '#forms/read-sparklines.ts';
import { formatCursor, parseCursor } from '#inbox/submissions/cursor.ts';
import type { Resources } from '#resources.ts';

/** A page of an account's forms, newest first. */
export async function listForms(
  { database, config }: Pick<Resources, 'database' | 'config'>,
  { user, membership }: Seat,
  { limit, q, cursor, sparkline = false, unread = false, closed }: z.output<typeof listFormsQuerySchema>,
): Promise<FormList> {
  const before = cursor === undefined ? null : parseCursor(cursor);
  // One more row than requested shows whether there is a next page.
  const only = closed === undefined ? null : await findClosed(database.pool, user.id);
  const found = await findForms(database.prisma, {
    ...{ userId: user.id, seen: formsSeen(membership), only, limit: limit + 1, search: q, before },
  });
  const page = await showForms(database.pool, found.slice(0, limit), config.PUBLIC_URL);
  const forms = fitInPage(await withExtras(database, page, { sparkline, unread }));
  const last = found[forms.length - 1]?.form;
  const nextCursor = last && forms.length < found.length ? formatCursor({ ...last, direction: 'older' }) : null;
  return { forms, nextCursor };
}

interface Extras {
  readonly sparkline: boolean;
  readonly unread: boolean;
}

/** Optional parts of a list. */
async function withExtras({ prisma, pool }: Resources['database'], forms: readonly Form[], asked: Extras) {
  const ids = forms.map(({ id }) => id);
  const [sparklines, unread] = await Promise.all([
    asked.sparkline ? readSparklines(prisma, ids) : null,
    asked.unread ? countUnreadOfForms(pool, ids, unreadAmong) : null,
  ]);
  return forms.map((form) => ({
    ...form,
    ...(sparklines && { sparkline: sparklines.get(form.id) }),
    ...(unread && { unread: unread.get(form.id) ?? 0 }),
  }));
}
