import { idleAccountDeletedMail } from '@inlet/mail/mails/account-deleted-mail';
import { idleAccountMail } from '@inlet/mail/mails/idle-account-mail';
import { lockAccount } from '#access/lock-account.ts';
import { findOwnerEmails } from '#access/owners.store.ts';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { endBilling } from '#billing/checkout/end-billing.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';
import { deleteAccount } from '#users/deletion/delete-account.ts';
import { findIdle, type IdleAccount, type IdleStep, isDue, noteMail } from '#users/idle/idle.store.ts';

export type IdleDeps = BillingDeps & Pick<Resources, 'config' | 'plans'>;

const accountsAtOnce = 100;
const first = '00000000-0000-0000-0000-000000000000';

/**
 * Tells owners twice that their account is idle, and then deletes it as its owner would. Each step is one transaction
 * that checks again under the account's lock, so concurrent or killed processes do it once.
 */
export async function endIdleAccounts(deps: IdleDeps, signal?: AbortSignal, now = new Date()): Promise<void> {
  if (deps.config.IDLE_ACCOUNTS === 'keep') return;
  for (const step of ['end', 'remind', 'warn'] as const) {
    for (let after = first; ; ) {
      const found = await findIdle(deps.database.pool, step, { now, after, limit: accountsAtOnce });
      for (const account of found) {
        if (signal?.aborted) return;
        await takeStep(deps, step, account, now);
      }
      const last = found.at(-1);
      if (last === undefined || found.length < accountsAtOnce) break;
      after = last.userId;
    }
  }
}

async function takeStep(deps: IdleDeps, step: IdleStep, account: IdleAccount, now: Date): Promise<void> {
  const { database, logger, plans } = deps;
  const { userId, endsAt } = account;
  if (step !== 'end') {
    await database.prisma.$transaction(async (tx) => {
      await lockAccount(tx, userId);
      if (!(await isDue(tx, step, userId, now))) return;
      await noteMail(tx, step, userId, now);
      for (const email of await findOwnerEmails(tx, userId)) {
        await keepMail(tx, idleAccountMail(email, deps.config.PUBLIC_URL, endsAt));
      }
    });
    return;
  }
  try {
    if (plans.areSold) await endBilling(deps, { id: userId });
    const isOver = await deleteAccount(deps, userId, {
      isStillMeant: (tx) => isDue(tx, 'end', userId, now),
      mailOf: idleAccountDeletedMail,
    });
    if (isOver) logger.info({ userId }, 'idle accounts: account deleted');
  } catch (err) {
    // A customer that Stripe does not delete must not block other accounts.
    logger.warn({ err, userId }, 'idle accounts: deletion failed');
  }
}
