import type { NewForm } from '@inlet/contracts/forms';
import { planLimits } from '@inlet/contracts/plans';
import type { User } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import type { AccountDeps } from '#deps.ts';
import { announceForm } from '#directory/announce-form.ts';
import { formLimitReached } from '#errors.ts';
import { createEndpointId } from '#forms/endpoint-id.ts';
import { type FormWithTotal, insertForm, lockForms } from '#forms/forms.store.ts';

/** Adds a form where the plan has room for one more; when it returns, the endpoint answers. */
export async function createForm(
  { database, relay }: Pick<AccountDeps, 'database' | 'relay'>,
  user: User,
  input: NewForm,
): Promise<FormWithTotal> {
  const limit = planLimits(user.plan).forms;
  const form = await database.prisma.$transaction(async (tx) => {
    if ((await lockForms(tx, user.id)) >= limit) throw formLimitReached(limit);
    const created = await insertForm(tx, {
      id: uuidv7(),
      userId: user.id,
      endpointId: createEndpointId(),
      name: input.name,
      description: input.description,
      allowedOrigins: input.allowedOrigins,
    });
    await announceForm(tx, created.endpointId);
    return created;
  });
  await relay.deliver();
  return { form, total: null };
}
