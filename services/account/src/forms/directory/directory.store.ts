import type { FormEntry } from '@inlet/contracts/form-directory';
import { readLanguage } from '@inlet/contracts/languages';
import { captchaProviderSchema } from '@inlet/contracts/spam';
import type { FormRules, Prisma, PrismaClient } from '@inlet/db/client';
import type { Database } from '@inlet/db/database';
import { afterSendingOf } from '#forms/after-sending.ts';
import { closingEntryOf } from '#forms/closing/form-closing.ts';
import { hostedPageOf } from '#forms/hosted-page-of.ts';
import { hasRules, savedRulesOf } from '#forms/saved-rules.ts';
import type { Plans } from '#plan/plans.ts';

/** The outbox's topic for changes of forms; an entry's key is the endpoint id. */
const formTopic = 'form';
/** Entries that are written at once. */
export const entriesAtOnce = 500;
/** An arbitrary number that no other advisory lock of the product uses. */
const directoryLock = 7_203_115;

/**
 * One process at a time writes to the directory, from the database's current state: concurrent writers could leave an
 * older state behind.
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

/** A single cheap check, because usually nothing is announced. */
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

const withOwner = { user: { include: { spamModel: true } }, spamSettings: true } as const;
type FormWithOwner = Prisma.FormGetPayload<{ include: typeof withOwner }>;
/** A form with its owner, whose plan sets the limit, and with what its submissions are judged by. */
export type OwnedForm = FormWithOwner & {
  readonly rules: FormRules | null;
  /** True if it answers its visitors by mail, or asks them to confirm their address. */
  readonly mailsVisitors: boolean;
};

/** The forms of endpoint ids; a missing one was deleted. */
export async function findByEndpointIds(
  tx: Prisma.TransactionClient,
  endpointIds: readonly string[],
): Promise<OwnedForm[]> {
  return addSettings(
    tx,
    await tx.form.findMany({ where: { endpointId: { in: [...endpointIds] } }, include: withOwner }),
  );
}

/** All forms in pages, by id. */
export async function findAfter(tx: Prisma.TransactionClient, id: string | null): Promise<OwnedForm[]> {
  const forms = await tx.form.findMany({
    ...(id !== null && { where: { id: { gt: id } } }),
    orderBy: { id: 'asc' },
    take: entriesAtOnce,
    include: withOwner,
  });
  return addSettings(tx, forms);
}

export async function findByEndpointId(prisma: PrismaClient, endpointId: string): Promise<OwnedForm | null> {
  const [form] = await findByEndpointIds(prisma, [endpointId]);
  return form ?? null;
}

/** In statements of their own: Prisma asks for three relations at once, and a transaction has one connection. */
async function addSettings(tx: Prisma.TransactionClient, forms: readonly FormWithOwner[]): Promise<OwnedForm[]> {
  const formId = { in: forms.map(({ id }) => id) };
  const rows = await tx.formRules.findMany({ where: { formId } });
  const rulesOf = new Map(rows.map((row) => [row.formId, row]));
  const mailing = await tx.notifications.findMany({
    where: { formId, OR: [{ autoReply: true }, { confirmAddresses: true }] },
    select: { formId: true },
  });
  const mailingIds = new Set(mailing.map((row) => row.formId));
  return forms.map((form) => ({
    ...form,
    rules: rulesOf.get(form.id) ?? null,
    mailsVisitors: mailingIds.has(form.id),
  }));
}

/** A form in ingest's format. */
export function toEntry(plans: Plans, { spamSettings: settings, user, rules: row, ...form }: OwnedForm): FormEntry {
  const { id, userId, name, isActive, allowedOrigins, bodyMaxBytes, takesFiles, fileTypes } = form;
  const afterSending = afterSendingOf(form);
  const { submissionsPerMonth: submissionLimit, bytesPerMonth: byteLimit, storageBytes } = plans.limitsOf(user.plan);
  const language = readLanguage(form.language);
  const rules = savedRulesOf(row);
  const closing = closingEntryOf(form);
  const { enabled, ...page } = hostedPageOf(form);
  const entry = {
    ...{ id, userId, name, isActive, allowedOrigins, submissionLimit, byteLimit, bodyMaxBytes },
    ...(user.lane > 0 && { lane: user.lane }),
    ...(takesFiles && storageBytes > 0 && { files: { types: fileTypes } }),
    ...(Object.values(afterSending).some((part) => part !== null) && { afterSending }),
    ...(language ? { language } : form.mailsVisitors && { mailsVisitors: true as const }),
    ...(closing && { closing }),
    ...(hasRules(rules) && { rules }),
    ...(enabled && { page }),
  };
  if (!settings && !user.spamModel) return entry;
  const captcha = captchaProviderSchema.nullable().parse(settings?.captcha ?? null);
  const version = settings?.updatedAt.getTime() ?? 0;
  return { ...entry, spam: { version, captcha, akismet: settings?.akismet ?? false } };
}
