import { randomUUID } from 'node:crypto';
import { systemPlan } from '@inlet/contracts/plans';
import type { Form } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { createForm } from '#forms/create-form.ts';
import { announceForm } from '#forms/directory/announce-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import type { Resources } from '#resources.ts';
import {
  findSystemUser,
  findWaitlistForm,
  insertSystemUser,
  saveBodyLimit,
  waitlistName,
} from '#users/waitlist/waitlist.store.ts';

/** An entry is an address and a few words. Its endpoint is public, and its month has hardly a limit. */
const bodyMaxBytes = 16_000;

/** Creates the account that owns the product's own forms, and its waitlist, if missing. */
export async function ensureWaitlist(deps: FormDeps): Promise<void> {
  const { prisma } = deps.database;
  // Its password is unknown, and mail to its address goes nowhere.
  const user =
    (await findSystemUser(prisma)) ??
    (await insertSystemUser(prisma, {
      id: uuidv7(),
      plan: systemPlan,
      passwordHash: await hashPassword(randomUUID()),
    }));
  const form = await findWaitlistForm(prisma);
  if (form) await limitBody(deps, form);
  else {
    await createForm(deps, user, {
      name: waitlistName,
      description: 'Who waits for an invitation',
      allowedOrigins: [],
      bodyMaxBytes,
    });
  }
}

/** For a waitlist from before forms had such a limit. */
async function limitBody({ database, relay }: FormDeps, form: Form): Promise<void> {
  if (form.bodyMaxBytes !== null) return;
  await database.prisma.$transaction(async (tx) => {
    await saveBodyLimit(tx, form.id, bodyMaxBytes);
    await announceForm(tx, form.endpointId);
  });
  await relay.deliver();
}

/** The endpoint of the waitlist; null if there is none. */
export async function findWaitlistEndpoint({ database }: Pick<Resources, 'database'>): Promise<string | null> {
  const form = await findWaitlistForm(database.prisma);
  return form?.isActive === true ? form.endpointId : null;
}
