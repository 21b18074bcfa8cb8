import { startBackgroundLoop } from '@inlet/process/background-loop';
import { reportDisabled } from '#deliveries/disabled/report-disabled.ts';
import { mailAlerts } from '#forms/alerts/mail-alerts.ts';
import { announcePlans } from '#forms/directory/announce-plans.ts';
import { keepRefusals } from '#forms/refusals/keep-refusals.ts';
import { logFirstAccount } from '#identity/first-account/log-first-account.ts';
import { continueDeletions } from '#inbox/delete/continue-deletions.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { compareCounters, endOldLeases, type KeepDeps, keepCounters } from '#plan/counters/keep-counters.ts';
import { mailUsage } from '#plan/usage/mail-usage.ts';
import type { Resources } from '#resources.ts';
import { sweepExpired } from '#scheduler/sweep-expired.ts';
import { endIdleAccounts, type IdleDeps } from '#users/idle/end-idle-accounts.ts';

export interface UpkeepScheduler {
  /** Waits for the work under way. */
  readonly close: () => Promise<void>;
}

/** How soon a mail goes out that the queue refused, or that a process left behind when it died. */
const mailsEveryMs = 5_000;
const deletionsEveryMs = 5_000;
/** How soon an owner hears that the worker disabled a target. */
const disabledEveryMs = 5_000;
/** How soon an owner hears that most or all of a month is used, and that a form is silent or overrun. */
const usageEveryMs = 60_000;
const alertsEveryMs = 600_000;
/** How soon counters are made that Redis has lost, and how soon after an hour they are compared. */
const countersEveryMs = 60_000;
/** How soon the leases are counted that account of the previous release begins during an update. */
const leasesEveryMs = 10_000;
/** How late analytics are with refusals. */
const refusalsEveryMs = 60_000;
/** Mails announce the day. */
const idleEveryMs = 3_600_000;
const sweepEveryMs = 3_600_000;
/** Work of a start, which is tried again until it is done. */
const startRetryMs = 5_000;

/** Starts the background work that belongs to no request. Every process runs all of it, side by side. */
export function startUpkeepScheduler(
  deps: Pick<Resources, 'config' | 'plans' | 'database' | 'redis' | 'keys' | 'producer' | 'logger'> &
    IdleDeps &
    KeepDeps,
): UpkeepScheduler {
  const { logger } = deps;
  const repeat = (intervalMs: number, complaint: string, work: (signal: AbortSignal) => Promise<void>) =>
    startBackgroundLoop({ intervalMs, logger, complaint }, ({ signal }) => work(signal));
  const once = (complaint: string, work: () => Promise<void>) =>
    startBackgroundLoop({ intervalMs: startRetryMs, logger, complaint }, untilDone(work));
  const all = [
    once('first account: the link could not be logged', () => logFirstAccount(deps)),
    once('form directory: new limits could not be announced', () => announcePlans(deps)),
    repeat(mailsEveryMs, 'mail outbox: delivery to the queue failed', (signal) => handOverMails(deps, signal)),
    repeat(deletionsEveryMs, 'deletions: continuing failed', (signal) => continueDeletions(deps, signal)),
    repeat(disabledEveryMs, 'disabled targets: report failed', (signal) => reportDisabled(deps, signal)),
    repeat(usageEveryMs, 'usage mails: a round failed', (signal) => mailUsage(deps, signal)),
    repeat(alertsEveryMs, 'alerts of forms: a round failed', (signal) => mailAlerts(deps, signal)),
    repeat(countersEveryMs, 'counters: those that are missing could not be made', (signal) =>
      keepCounters(deps, signal),
    ),
    repeat(leasesEveryMs, 'counters: old leases could not be ended', () => endOldLeases(deps)),
    repeat(countersEveryMs, 'counters: comparing them failed', (signal) => compareCounters(deps, signal)),
    repeat(refusalsEveryMs, 'refusals: counts cannot be kept', keepAllRefusals(deps)),
    repeat(idleEveryMs, 'idle accounts: a round failed', (signal) => endIdleAccounts(deps, signal)),
    repeat(sweepEveryMs, 'expired rows: removal failed', (signal) => sweepExpired(deps, signal)),
  ];
  return {
    close: async () => {
      await Promise.all(all.map((loop) => loop.close()));
    },
  };
}

/** Another process may have been away for days. */
function keepAllRefusals(deps: Parameters<typeof keepRefusals>[0]) {
  let isFirst = true;
  return async (signal: AbortSignal) => {
    await keepRefusals(deps, { isFirst, signal });
    isFirst = false;
  };
}

function untilDone(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await work();
    isDone = true;
  };
}
