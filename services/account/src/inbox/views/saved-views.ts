import type { CreateView, SavedView, UpdateView, ViewFilter } from '@inlet/contracts/inbox-views';
import { viewsMax } from '@inlet/contracts/submission-limits';
import type { Form, SavedView as Row } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { viewLimitReached, viewNotFound } from '#errors.ts';
import { changeView, countViews, findViews, insertView, removeView } from '#inbox/views/views.store.ts';
import type { Resources } from '#resources.ts';

type ViewDeps = Pick<Resources, 'database'>;

/** A form's saved views, the oldest first. */
export async function listViews({ database }: ViewDeps, formId: string): Promise<SavedView[]> {
  return (await findViews(database.prisma, formId)).map(presentView);
}

export async function createView(
  { database }: ViewDeps,
  actor: Actor,
  form: Form,
  { name, filter }: CreateView,
): Promise<SavedView> {
  const view = await database.prisma.$transaction(async (tx) => {
    // The count stays true until the end of the transaction.
    await lockAccount(tx, form.userId);
    if ((await countViews(tx, form.id)) >= viewsMax) throw viewLimitReached(viewsMax);
    const created = await insertView(tx, { id: uuidv7(), formId: form.id, name, filter });
    await recordAudit(tx, actor, 'view.created', { formId: form.id, name });
    return created;
  });
  return presentView(view);
}

export async function updateView(
  { database }: ViewDeps,
  actor: Actor,
  form: Form,
  id: string,
  { name, filter }: UpdateView,
): Promise<SavedView> {
  const view = await database.prisma.$transaction(async (tx) => {
    const change = { ...(name !== undefined && { name }), ...(filter !== undefined && { filter }) };
    const changed = await changeView(tx, { id, formId: form.id }, change);
    if (!changed) throw viewNotFound();
    await recordAudit(tx, actor, 'view.updated', { formId: form.id, name: changed.name });
    return changed;
  });
  return presentView(view);
}

export async function deleteView({ database }: ViewDeps, actor: Actor, form: Form, id: string): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const name = await removeView(tx, { id, formId: form.id });
    if (name === null) throw viewNotFound();
    await recordAudit(tx, actor, 'view.deleted', { formId: form.id, name });
  });
}

function presentView({ id, name, filter }: Row): SavedView {
  return { id, name, filter: filter as ViewFilter };
}
