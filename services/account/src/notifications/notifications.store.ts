import type { When } from '@inlet/contracts/routing/conditions';
import {
  type Form,
  type Notifications,
  Prisma,
  type PrismaClient,
  type Recipient,
  type Suppression,
} from '@inlet/db/client';
import { findOwners } from '#access/owners.store.ts';

type Reader = Pick<Prisma.TransactionClient, 'notifications' | 'recipient' | 'suppression'>;

/** A form's mail settings and recipients. A form that never mailed anything has no settings. */
export interface StoredNotifications {
  readonly settings: Notifications | null;
  /** Recipients, oldest first, without removed ones. */
  readonly recipients: readonly Recipient[];
}

export async function readStored(reader: Reader, formId: string): Promise<StoredNotifications> {
  const [settings, recipients] = await Promise.all([
    reader.notifications.findUnique({ where: { formId } }),
    reader.recipient.findMany({ where: { formId, removedAt: null }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
  ]);
  return { settings, recipients };
}

/** Suppressed addresses with the reason and the time. */
export async function findSuppressed(reader: Reader, emails: readonly string[]): Promise<Map<string, Suppression>> {
  const found = await reader.suppression.findMany({ where: { email: { in: [...emails] }, scope: 'all' } });
  return new Map(found.map((suppression) => [suppression.email, suppression]));
}

export async function hasForm(tx: Prisma.TransactionClient, { id, userId }: Pick<Form, 'id' | 'userId'>) {
  return (await tx.form.count({ where: { id, userId } })) > 0;
}

/** The kind of a form's target; null if the form has no such target. */
export async function findKind(tx: Prisma.TransactionClient, formId: string, id: string): Promise<string | null> {
  const target = await tx.target.findFirst({ where: { id, formId }, select: { kind: true } });
  return target?.kind ?? null;
}

export async function saveSettings(
  tx: Prisma.TransactionClient,
  formId: string,
  change: Omit<Prisma.NotificationsUncheckedUpdateInput, 'formId'>,
): Promise<void> {
  await tx.notifications.upsert({
    where: { formId },
    create: { formId, mode: 'off', ...change } as Prisma.NotificationsUncheckedCreateInput,
    update: change,
  });
}

/** Sets when waiting submissions are mailed, by the stored mode. If it is `off`, the worker drops them at once. */
export async function reschedule(tx: Prisma.TransactionClient, formId: string): Promise<void> {
  await tx.$executeRaw`
    update notifications set due_at = next_mail_at(form_id, mode, last_mail_at)
    where form_id = ${formId}::uuid and due_at is not null`;
}

/** The same for the digests of all forms of an account, except those that are already due. */
export async function rescheduleAll(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$executeRaw`
    update notifications set due_at = next_mail_at(form_id, mode, last_mail_at)
    where form_id in (select id from forms where user_id = ${userId}::uuid) and mode = 'daily' and due_at > now()`;
}

/** The confirmed addresses among these: for another form of the account, or as the account's address. */
export async function findConfirmed(
  tx: Prisma.TransactionClient,
  userId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const found = await tx.recipient.findMany({
    where: { email: { in: [...emails] }, form: { userId }, confirmedAt: { not: null }, unsubscribedAt: null },
    select: { email: true },
  });
  const owners = await findOwners(tx, userId);
  const own = owners.filter(({ emailVerifiedAt }) => emailVerifiedAt !== null).map(({ email }) => email);
  return new Set([...found.map(({ email }) => email), ...own]);
}

export async function insertRecipients(
  tx: Prisma.TransactionClient,
  recipients: readonly Prisma.RecipientCreateManyInput[],
): Promise<void> {
  await tx.recipient.createMany({ data: [...recipients] });
}

/** Sets the conditions under which a submission is mailed to a recipient; null for always. */
export async function saveConditions(
  tx: Prisma.TransactionClient,
  formId: string,
  email: string,
  when: When | null,
): Promise<void> {
  const conditions = when === null ? Prisma.DbNull : (when as Prisma.InputJsonObject);
  await tx.recipient.updateMany({ where: { formId, email }, data: { conditions } });
}

/** Removes recipients from the list. An unsubscribed one is kept, so that adding it again sends it nothing. */
export async function removeRecipients(
  tx: Prisma.TransactionClient,
  formId: string,
  except: readonly string[],
): Promise<void> {
  const where = { formId, email: { notIn: [...except] } };
  await tx.recipient.deleteMany({ where: { ...where, unsubscribedAt: null } });
  await tx.recipient.updateMany({ where: { ...where, removedAt: null }, data: { removedAt: new Date() } });
}

/** Puts recipients that have unsubscribed on the list again, and returns their addresses. */
export async function showUnsubscribed(
  tx: Prisma.TransactionClient,
  formId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const data = { removedAt: null, createdAt: new Date(), conditions: Prisma.DbNull };
  const shown = await tx.recipient.updateManyAndReturn({ where: { formId, email: { in: [...emails] } }, data });
  return new Set(shown.map(({ email }) => email));
}

export async function saveRequest(
  tx: Prisma.TransactionClient,
  id: string,
  request: { readonly tokenHash: string; readonly requestedAt: Date },
): Promise<void> {
  await tx.recipient.update({ where: { id }, data: request });
}

export function findRecipient(reader: Reader, formId: string, email: string): Promise<Recipient | null> {
  return reader.recipient.findUnique({ where: { formId_email: { formId, email }, removedAt: null } });
}

export type RecipientOfForm = Recipient & { readonly form: Form };
export type AskedRecipient = RecipientOfForm & { readonly requestedAt: Date };

/** The recipient to whom a link was mailed after this time. */
export async function findByToken(
  prisma: PrismaClient,
  tokenHash: string,
  since: Date,
): Promise<AskedRecipient | null> {
  const where = { tokenHash, requestedAt: { gt: since } };
  return (await prisma.recipient.findFirst({ where, include: { form: true } })) as AskedRecipient | null;
}

/**
 * Confirms a recipient, and the same address in other forms of the account. A mail that was sent after a bounce was
 * read, so the address works again.
 */
export async function saveConfirmed(
  tx: Prisma.TransactionClient,
  { id, email, requestedAt, form: { userId } }: AskedRecipient,
  confirmedAt: Date,
): Promise<void> {
  const data = { confirmedAt, unsubscribedAt: null };
  await tx.suppression.deleteMany({ where: { email, scope: 'all', reason: 'bounce', createdAt: { lt: requestedAt } } });
  await tx.recipient.updateMany({ where: { id }, data });
  await tx.recipient.updateMany({ where: { email, form: { userId }, confirmedAt: null, unsubscribedAt: null }, data });
}

/** Moves the notifications of an account's forms to its owner's new address. */
export async function moveRecipient(
  tx: Prisma.TransactionClient,
  personId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const form = { user: { memberships: { some: { personId, role: 'owner' } } } };
  const forms = await tx.recipient.findMany({ where: { email: to, form }, select: { formId: true } });
  const taken = forms.map(({ formId }) => formId);
  await tx.recipient.deleteMany({ where: { email: from, formId: { in: taken } } });
  await tx.recipient.updateMany({ where: { email: from, form }, data: { email: to } });
}
