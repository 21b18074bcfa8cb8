import type { FormEntry } from '@inlet/contracts/form-directory';
import { captchaProviderSchema } from '@inlet/contracts/spam';
import type { Prisma, PrismaClient } from '@inlet/db/client';
import type { Database } from '@inlet/db/database';
import { afterSendingOf } from '#forms/after-sending.ts';
import type { Plans } from '#plan/plans.ts';

/** The outbox's topic for changes of forms; an entry's key is the endpoint id. */
const formTopic = 'form';
/** Entries that are projected in one go. */
export const entriesAtOnce = 500;
/** Any number that no other part of the product uses as an advisory lock. */
const directoryLock = 7_203_115;

/**
 * One process at a time writes to the directory, from what the database says at that moment: two that wrote side by
 * side could leave the older of two states behind.
 */
export async function lockDirectory(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(${directoryLock})) as locked`;
}

export async function findEndpointIds(tx: Prisma.TransactionClient, userId: string): Promise<string[]> {
  const forms = await tx.form.findMany({ where: { userId }, select: { endpointId: true } });
  return forms.map(({ endpointId }) => endpointId);
}

export async function insertAnnouncements(tx: Prisma.TransactionClient, endpointIds: readonly string[]): Promise<void> {
  await tx.outboxEntry.createMany({ data: endpointIds.map((key) => ({ topic: formTopic, key })) });
}

export function findAnnounced(tx: Prisma.TransactionClient) {
  return tx.outboxEntry.findMany({ where: { topic: formTopic }, orderBy: { id: 'asc' }, take: entriesAtOnce });
}

/** One cheap look, because mostly nothing is announced. */
export async function hasAnnounced({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'has-announced',
    text: 'select from outbox where topic = $1 limit 1',
    values: [formTopic],
  });
  return rowCount === 1;
}

export async function forgetAnnounced(tx: Prisma.TransactionClient, ids: readonly bigint[]): Promise<void> {
  await tx.outboxEntry.deleteMany({ where: { id: { in: [...ids] } } });
}

/** A form beside its owner, whose plan sets its limit, and the settings that its submissions are judged by. */
const withOwner = { user: { include: { spamModel: true } }, spamSettings: true } as const;
export type OwnedForm = Prisma.FormGetPayload<{ include: typeof withOwner }>;

/** The forms behind endpoint ids; one that is missing was deleted. */
export function findByEndpointIds(tx: Prisma.TransactionClient, endpointIds: readonly string[]): Promise<OwnedForm[]> {
  return tx.form.findMany({ where: { endpointId: { in: [...endpointIds] } }, include: withOwner });
}

/** All forms in pages, by id. */
export function findAfter(tx: Prisma.TransactionClient, id: string | null): Promise<OwnedForm[]> {
  return tx.form.findMany({
    ...(id !== null && { where: { id: { gt: id } } }),
    orderBy: { id: 'asc' },
    take: entriesAtOnce,
    include: withOwner,
  });
}

export function findByEndpointId(prisma: PrismaClient, endpointId: string): Promise<OwnedForm | null> {
  return prisma.form.findUnique({ where: { endpointId }, include: withOwner });
}

/** A form as ingest knows it. */
export function toEntry(plans: Plans, { spamSettings: settings, user, ...form }: OwnedForm): FormEntry {
  const { id, userId, name, isActive, allowedOrigins, bodyMaxBytes, takesFiles, fileTypes } = form;
  const afterSending = afterSendingOf(form);
  const { submissionsPerMonth: submissionLimit, bytesPerMonth: byteLimit, storageBytes } = plans.limitsOf(user.plan);
  const entry = {
    ...{ id, userId, name, isActive, allowedOrigins, submissionLimit, byteLimit, bodyMaxBytes },
    ...(takesFiles && storageBytes > 0 && { files: { types: fileTypes } }),
    ...(Object.values(afterSending).some((part) => part !== null) && { afterSending }),
  };
  if (!settings && !user.spamModel) return entry;
  const captcha = captchaProviderSchema.nullable().parse(settings?.captcha ?? null);
  const version = settings?.updatedAt.getTime() ?? 0;
  return { ...entry, spam: { version, captcha, akismet: settings?.akismet ?? false } };
}
