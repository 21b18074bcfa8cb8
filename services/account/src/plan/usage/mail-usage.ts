import { storageMail } from '@inlet/mail/mails/storage-mail';
import { usageMail } from '@inlet/mail/mails/usage-mail';
import { createUnsubscribeTokens, unsubscribeUrls } from '@inlet/mail/unsubscribe-tokens';
import { monthAfter, monthOf } from '@inlet/submissions/months';
import { findOwnerEmails } from '#access/owners.store.ts';
import { keepMail } from '#mail/keep-mail.ts';
import { type LimitRefusalDeps, readLimitRefusals } from '#plan/usage/read-limit-refusals.ts';
import { findStorageToTell, forgetTold, noteStorageTold } from '#plan/usage/storage-mails.store.ts';
import { findUsageToTell, noteTold } from '#plan/usage/usage-mails.store.ts';
import type { Resources } from '#resources.ts';

const mailsAtOnce = 100;

/**
 * Tells owners that 80 or 100 percent of the month's submissions or data are used, each once a month, and of their
 * storage, once until space is free again.
 */
export async function mailUsage(
  deps: LimitRefusalDeps & Pick<Resources, 'config' | 'plans'>,
  signal?: AbortSignal,
  nowMs = Date.now(),
): Promise<void> {
  const { database, config, plans } = deps;
  const { ENCRYPTION_KEYS, PUBLIC_URL } = config;
  const tokens = createUnsubscribeTokens(ENCRYPTION_KEYS);
  const month = monthOf(nowMs);
  const canUpgrade = plans.areSold;
  const unsubscribeFor = (userId: string, email: string) =>
    unsubscribeUrls(PUBLIC_URL, tokens.sign({ kind: 'usage', userId, email }));
  const renewsOn = new Date(`${monthAfter(month)}-01T00:00:00Z`);
  for (const usage of await findUsageToTell(database.pool, plans, month, mailsAtOnce)) {
    if (signal?.aborted) return;
    const { userId } = usage;
    const refused = usage.percent === 100 ? ((await readLimitRefusals(deps, userId, month))?.count ?? 0) : 0;
    await database.prisma.$transaction(async (tx) => {
      if (!(await noteTold(tx, usage, month))) return;
      const told = { ...usage, refused, renewsOn, canUpgrade };
      for (const email of await findOwnerEmails(tx, userId)) {
        await keepMail(tx, usageMail(email, PUBLIC_URL, told, unsubscribeFor(userId, email)));
      }
    });
  }
  await forgetTold(database.pool, plans);
  for (const storage of await findStorageToTell(database.pool, plans, mailsAtOnce)) {
    if (signal?.aborted) return;
    const { userId } = storage;
    await database.prisma.$transaction(async (tx) => {
      if (!(await noteStorageTold(tx, storage))) return;
      for (const email of await findOwnerEmails(tx, userId)) {
        await keepMail(tx, storageMail(email, PUBLIC_URL, { ...storage, canUpgrade }, unsubscribeFor(userId, email)));
      }
    });
  }
}
