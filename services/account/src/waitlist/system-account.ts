import { randomUUID } from 'node:crypto';
import { systemPlan } from '@inlet/contracts/plans';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '#auth/passwords.ts';
import type { AccountDeps } from '#deps.ts';
import { createForm } from '#forms/create-form.ts';
import { findSystemUser, findWaitlistForm, insertSystemUser, waitlistName } from '#waitlist/waitlist.store.ts';

/** Makes the account that owns the product's own forms, and its waitlist, where they are not there yet. */
export async function ensureWaitlist(deps: Pick<AccountDeps, 'database' | 'relay'>): Promise<void> {
  const { prisma } = deps.database;
  // Nobody knows its password, and mail to its address goes nowhere.
  const user =
    (await findSystemUser(prisma)) ??
    (await insertSystemUser(prisma, {
      id: uuidv7(),
      plan: systemPlan,
      passwordHash: await hashPassword(randomUUID()),
    }));
  if (await findWaitlistForm(prisma)) return;
  await createForm(deps, user, {
    name: waitlistName,
    description: 'Who waits for an invitation',
    allowedOrigins: [],
  });
}

/** Where people put themselves on the waitlist; null where there is none. */
export async function findWaitlistEndpoint({ database }: Pick<AccountDeps, 'database'>): Promise<string | null> {
  const form = await findWaitlistForm(database.prisma);
  return form?.isActive === true ? form.endpointId : null;
}
