import type { Form, Prisma } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { formNotFound } from '#errors.ts';
import { announceForm, announceForms } from '#forms/directory/announce-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { recordFormRemoval, removeForm, removeForms } from '#forms/forms.store.ts';

/**
 * Removes a form at once: when it returns, the form is invisible and its endpoint closed. It may have millions of
 * submissions, so the worker deletes them afterwards.
 */
export async function deleteForm({ database, relay }: FormDeps, actor: Actor, form: Form): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, form.userId);
    if (!(await removeForm(tx, form))) throw formNotFound();
    await announceForm(tx, form.endpointId);
    await recordFormRemoval(tx, form);
    await recordAudit(tx, actor, 'form.deleted', { formId: form.id, name: form.name });
  });
  await relay.deliver();
}

/** The same for all forms of a locked account, as part of a larger change that announces the deletion itself. */
export async function deleteForms(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await announceForms(tx, userId);
  await removeForms(tx, userId);
}
