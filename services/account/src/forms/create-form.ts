import type { NewForm } from '@inlet/contracts/forms';
import type { Form, Prisma, User } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '#access/lock-account.ts';
import { formLimitOfInstallation, formLimitReached } from '#errors.ts';
import { requireOrder } from '#forms/closing/form-closing.ts';
import { announceForm } from '#forms/directory/announce-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { createEndpointId } from '#forms/endpoint-id.ts';
import { countForms, type FormWithTotal, insertForm } from '#forms/forms.store.ts';
import { requireOwnDomains } from '#forms/require-own-domains.ts';

/** The properties of a new form; the database has defaults for omitted ones. */
export type FormInput = Pick<NewForm, 'name' | 'allowedOrigins'> & Partial<NewForm>;

/** Records the creation of a form, in the same transaction. */
export type NoteOfForm = (tx: Prisma.TransactionClient, form: Form) => Promise<void>;

/** Adds a form if the plan allows one more; when it returns, the endpoint is active. */
export async function createForm(
  { database, plans, relay }: FormDeps,
  user: User,
  input: FormInput,
  note: NoteOfForm = async () => undefined,
): Promise<FormWithTotal> {
  requireOrder(input);
  await requireOwnDomains(input.allowedOrigins);
  const limit = plans.limitsOf(user.plan).forms;
  const form = await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, user.id);
    if ((await countForms(tx, user.id)) >= limit) {
      throw plans.areSold ? formLimitReached(limit) : formLimitOfInstallation(limit);
    }
    const created = await insertForm(tx, {
      id: uuidv7(),
      userId: user.id,
      endpointId: createEndpointId(),
      retentionDays: user.defaultRetentionDays,
      ...input,
    });
    await announceForm(tx, created.endpointId);
    await note(tx, created);
    return created;
  });
  await relay.deliver();
  return { form, total: null };
}
