import { type BackgroundWork, type RunningWork, startBackgroundWork } from '@inlet/process/background-work';
import type { AccountDeps } from '#account-deps.ts';
import { productsComplaint, refreshProducts } from '#billing/products/refresh-products.ts';
import { reconcileOnceADay } from '#billing/reconciliation/reconcile.ts';
import { sweepBilling } from '#billing/reconciliation/sweep-billing.ts';
import { workOffEvents } from '#billing/reconciliation/work-off-events.ts';
import { reportDisabled } from '#deliveries/disabled/report-disabled.ts';
import { sweepExpired } from '#expiry/sweep-expired.ts';
import { mailAlerts } from '#forms/alerts/mail-alerts.ts';
import { announcePlans } from '#forms/directory/announce-plans.ts';
import { keepRefusals } from '#forms/refusals/keep-refusals.ts';
import { logFirstAccount } from '#identity/first-account/log-first-account.ts';
import { continueDeletions } from '#inbox/delete/continue-deletions.ts';
import { continueUndoing } from '#inbox/imports/undo-import.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { compareCounters, endOldLeases, keepCounters } from '#plan/counters/keep-counters.ts';
import { mailUsage } from '#plan/usage/mail-usage.ts';
import { endIdleAccounts } from '#users/idle/end-idle-accounts.ts';
import { mailWaitlist } from '#users/waitlist/mail-waitlist.ts';

type Table = Record<string, BackgroundWork<AccountDeps>>;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** All background work of account besides billing. Every process does all of it, concurrently. */
export const upkeep = {
  firstAccount: {
    everyMs: 'once',
    retryMs: 5 * second,
    complaint: 'first account: the link could not be logged',
    run: logFirstAccount,
  },
  planLimits: {
    everyMs: 'once',
    retryMs: 5 * second,
    complaint: 'form directory: new limits could not be announced',
    run: announcePlans,
  },
  // The ledger is compared after a restore.
  ledger: {
    everyMs: 'once',
    retryMs: second / 2,
    complaint: 'erasures: the ledger could not be compared with the database',
    run: ({ ledger }, round) => ledger.repeat(round),
  },
  // Delivers changes of forms that could not be delivered at once, or whose process crashed, and data that Redis has
  // lost.
  directory: {
    everyMs: second,
    complaint: 'form directory: rebuild failed',
    run: ({ relay }) => relay.look(),
  },
  // The listeners of a busy form are notified at most this often.
  liveChanges: {
    everyMs: second / 5,
    complaint: 'live streams: notification failed',
    run: ({ live }) => live.tellChanged(),
  },
  // A quiet stream ends within a second if its form, subscription, membership, session or key is gone. A busy one ends
  // at once.
  liveAccess: {
    everyMs: second / 2,
    complaint: 'live streams: entitlement check failed',
    run: ({ live }) => live.endUnentitled(),
  },
  // A quarter of the gateway's idle timeout.
  liveHeartbeats: {
    everyMs: 15 * second,
    complaint: 'live streams: heartbeat failed',
    run: async ({ live }) => live.beat(),
  },
  // How soon a mail is sent that the queue refused, or that a crashed process left.
  mails: {
    everyMs: 5 * second,
    complaint: 'mail outbox: delivery to the queue failed',
    run: (deps, { signal }) => handOverMails(deps, signal),
  },
  deletions: {
    everyMs: 5 * second,
    complaint: 'deletions: continuing failed',
    run: (deps, { signal }) => continueDeletions(deps, signal),
  },
  undoneImports: {
    everyMs: 5 * second,
    complaint: 'imports: continuing to undo failed',
    run: (deps, { signal }) => continueUndoing(deps, signal),
  },
  // How soon an owner learns that the worker disabled a target.
  disabledTargets: {
    everyMs: 5 * second,
    complaint: 'disabled targets: report failed',
    run: (deps, { signal }) => reportDisabled(deps, signal),
  },
  // How soon an owner learns that most or all of a month is used, or that a form is silent or flooded.
  usageMails: {
    everyMs: minute,
    complaint: 'usage mails: a round failed',
    run: (deps, { signal }) => mailUsage(deps, signal),
  },
  formAlerts: {
    everyMs: 10 * minute,
    complaint: 'alerts of forms: a round failed',
    run: (deps, { signal }) => mailAlerts(deps, signal),
  },
  // How soon lost counters are created again, and how soon they are compared after an hour.
  missingCounters: {
    everyMs: minute,
    complaint: 'counters: creating missing counters failed',
    run: (deps, { signal }) => keepCounters(deps, signal),
  },
  counterComparison: {
    everyMs: minute,
    complaint: 'counters: comparison failed',
    run: (deps, { signal }) => compareCounters(deps, signal),
  },
  // A process of ingest hears of a form's number within this time.
  newFormCounters: {
    everyMs: 5 * second,
    complaint: 'counters: correction of new counters failed',
    run: ({ formCounters }) => formCounters.correctNew(),
  },
  // How soon leases of the previous release's account are counted during an update.
  oldLeases: { everyMs: 10 * second, complaint: 'counters: old leases could not be ended', run: endOldLeases },
  // The views that a killed process loses.
  pageViews: {
    everyMs: 5 * second,
    complaint: 'page views: saving counts failed',
    run: ({ pageViews }) => pageViews.save(),
  },
  // The maximum delay of refusals in the analytics.
  refusals: {
    everyMs: minute,
    complaint: 'refusals: saving counts failed',
    run: (deps, { signal }) => keepRefusals(deps, { signal }),
  },
  // All processes may have been down for days.
  pastRefusals: {
    everyMs: 'once',
    retryMs: minute,
    complaint: 'refusals: saving counts failed',
    run: (deps, { signal }) => keepRefusals(deps, { isFirst: true, signal }),
  },
  // The mails announce the day.
  idleAccounts: {
    everyMs: hour,
    complaint: 'idle accounts: a round failed',
    run: (deps, { signal }) => endIdleAccounts(deps, signal),
  },
  expiredRows: {
    everyMs: hour,
    complaint: 'expired rows: removal failed',
    run: (deps, { signal }) => sweepExpired(deps, signal),
  },
} satisfies Table;

/** Additional work if plans are sold. */
export const billing = {
  // This is for events of other processes, and for retries; an event of this process wakes it.
  stripeEvents: {
    everyMs: second,
    complaint: 'stripe events: read failed',
    run: (deps, { signal }) => workOffEvents(deps, signal),
  },
  // How soon a person who joins the waitlist gets the mail about it.
  waitlistMails: {
    everyMs: 10 * second,
    complaint: 'waitlist: mails could not be kept',
    run: (deps, { signal }) => mailWaitlist(deps, signal),
  },
  stripeProducts: { everyMs: 24 * hour, complaint: productsComplaint, run: refreshProducts },
  billingSweep: {
    everyMs: minute,
    complaint: 'billing sweep: failed',
    run: (deps, { signal }) => sweepBilling(deps, signal),
  },
  stripeReconciliation: {
    everyMs: hour,
    complaint: 'stripe reconciliation: failed',
    run: (deps, { signal }) => reconcileOnceADay(deps, signal),
  },
} satisfies Table;

/** Starts the background work. */
export function startBackground(deps: AccountDeps): void {
  const work = startBackgroundWork(deps.plans.areSold ? { ...upkeep, ...billing } : upkeep, deps);
  deps.lifecycle.onClose('finish work', 'background work', work.close);
  wakeByEvents(deps, work);
}

/** Starts a round for each Stripe event that this process stores. */
export function wakeByEvents({ eventSignal }: Pick<AccountDeps, 'eventSignal'>, { wake }: RunningWork): void {
  eventSignal.listen(() => wake('stripeEvents'));
}
