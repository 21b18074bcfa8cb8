import { usageMail } from '@inlet/mail/mails/usage-mail';
import { createUnsubscribeTokens, unsubscribeUrls } from '@inlet/mail/unsubscribe-tokens';
import { monthAfter, monthOf } from '@inlet/submissions/months';
import { findUsageToTell, noteTold } from '#forms/usage/usage-mails.store.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';

const mailsAtOnce = 100;

/** Tells owners that 80 or 100 percent of the month's submissions or data are used, once each a month. */
export async function mailUsage(
  { database, config, plans }: Pick<Resources, 'database' | 'config' | 'plans'>,
  signal?: AbortSignal,
  nowMs = Date.now(),
): Promise<void> {
  const { ENCRYPTION_KEYS, PUBLIC_URL } = config;
  const tokens = createUnsubscribeTokens(ENCRYPTION_KEYS);
  const month = monthOf(nowMs);
  const renewsOn = new Date(`${monthAfter(month)}-01T00:00:00Z`);
  for (const usage of await findUsageToTell(database.pool, plans, month, mailsAtOnce)) {
    if (signal?.aborted) return;
    const { userId, email } = usage;
    const unsubscribe = unsubscribeUrls(PUBLIC_URL, tokens.sign({ kind: 'usage', userId, email }));
    await database.prisma.$transaction(async (tx) => {
      if (!(await noteTold(tx, usage, month))) return;
      await keepMail(tx, usageMail(email, PUBLIC_URL, { ...usage, renewsOn, canUpgrade: plans.areSold }, unsubscribe));
    });
  }
}
