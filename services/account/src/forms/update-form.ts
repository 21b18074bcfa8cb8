import { isDeepStrictEqual } from 'node:util';
import { type FormChange, updateFormSchema } from '@inlet/contracts/forms';
import type { Form } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { formNotFound } from '#errors.ts';
import { afterSendingOf } from '#forms/after-sending.ts';
import { closingOf, requireOrder } from '#forms/closing/form-closing.ts';
import { announceForm } from '#forms/directory/announce-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { type FormKey, findOwn, saveForm } from '#forms/forms.store.ts';
import { presentRoles } from '#forms/present-form.ts';
import { requireOwnDomains } from '#forms/require-own-domains.ts';

/** Changes a form; when it returns, the endpoint follows the change. */
export async function updateForm(
  { database, relay }: FormDeps,
  actor: Actor,
  key: FormKey,
  change: FormChange,
): Promise<Form> {
  const form = await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, key.userId);
    const before = await findOwn(tx, key);
    if (!before) throw formNotFound();
    const wanted = completed(before, change);
    const fields = changedFields(before, wanted);
    // An unchanged form is reported neither to the directory nor to the owner.
    if (fields.length === 0) return before;
    // An existing form with such an origin keeps it until its owner edits the list.
    if (fields.includes('allowedOrigins')) await requireOwnDomains(wanted.allowedOrigins ?? []);
    requireOrder(wanted, closingOf(before));
    const changed = Object.fromEntries(fields.map((field) => [field, wanted[field]]));
    const isCounted = fields.includes('maxSubmissions') && before.maxSubmissions === null;
    // Redis may still have the counter of an earlier number, which has missed submissions since.
    const after = await saveForm(tx, before.id, {
      ...changed,
      ...(isCounted && { maxSubmissionsVersion: { increment: 1 } }),
    });
    await announceForm(tx, before.endpointId);
    const status = fields.includes('isActive') ? { isActive: after.isActive } : {};
    await recordAudit(tx, actor, 'form.updated', { formId: before.id, name: after.name, fields, ...status });
    return after;
  });
  await relay.deliver();
  return form;
}

const changeable = Object.keys(updateFormSchema.shape) as (keyof FormChange)[];

/** The change, completed with the unchanged parts. */
function completed(before: Form, change: FormChange): FormChange {
  if (!change.afterSending) return change;
  return { ...change, afterSending: { ...afterSendingOf(before), ...change.afterSending } };
}

/** The fields of the change that differ from the stored form. */
function changedFields(before: Form, wanted: FormChange): (keyof FormChange)[] {
  const known = {
    ...before,
    ...closingOf(before),
    afterSending: afterSendingOf(before),
    fieldRoles: presentRoles(before),
  };
  return changeable.filter((field) => wanted[field] !== undefined && !isDeepStrictEqual(known[field], wanted[field]));
}
