import { isDeepStrictEqual } from 'node:util';
import type { UpdateFormPage } from '@inlet/contracts/form-page';
import type { Form } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { formNotFound } from '#errors.ts';
import { announceForm } from '#forms/directory/announce-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { findOwn, saveForm } from '#forms/forms.store.ts';
import { hostedPageOf } from '#forms/hosted-page-of.ts';

/** Changes the hosted page of a form; when it returns, the page and ingest have the change. */
export async function updatePage(
  { database, relay }: FormDeps,
  actor: Actor,
  { id, userId }: Form,
  change: UpdateFormPage,
): Promise<Form> {
  const saved = await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, userId);
    const form = await findOwn(tx, { id, userId });
    if (!form) throw formNotFound();
    const before = hostedPageOf(form);
    const after = { ...before, ...change };
    if (isDeepStrictEqual(before, after)) return form;
    await announceForm(tx, form.endpointId);
    const told = { before: JSON.stringify(before), after: JSON.stringify(after) };
    await recordAudit(tx, actor, 'form.page_changed', { formId: id, name: form.name, ...told });
    return saveForm(tx, id, { hostedPage: after });
  });
  await relay.deliver();
  return saved;
}
