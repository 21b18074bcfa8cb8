import { endSubscription } from '#billing/change-subscription.ts';
import { collectInvoice } from '#billing/collect-invoice.ts';
import { expireCheckout } from '#billing/end-checkout.ts';
import { renewSubscription } from '#billing/renew-subscription.ts';
import { itemOf } from '#billing/require-row.ts';
import type { Simulation } from '#simulation.ts';

interface Due {
  readonly at: number;
  readonly happen: () => void;
}

/** Runs everything that is due until then, in order of time. Returns whether anything was due. */
export function settleDue(simulation: Simulation, until: number): boolean {
  let happened = false;
  for (let due = nextDue(simulation); due && due.at <= until; due = nextDue(simulation)) {
    simulation.clock.moveTo(due.at);
    due.happen();
    happened = true;
  }
  return happened;
}

/** Moves the clock forward and runs everything that becomes due. */
export function advanceClock(simulation: Simulation, seconds: number): void {
  const until = simulation.clock.now() + seconds;
  settleDue(simulation, until);
  simulation.clock.moveTo(until);
}

function nextDue(simulation: Simulation): Due | undefined {
  const all = [...expiries(simulation), ...retries(simulation), ...ends(simulation), ...renewals(simulation)];
  return all.reduce<Due | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined);
}

function expiries(simulation: Simulation): Due[] {
  const { checkoutSessions, checkoutTerms } = simulation.tables;
  const open = [...checkoutSessions.values()].filter(({ status }) => status === 'open');
  return open.map((session) => ({
    at: checkoutTerms.get(session.id)?.dueAt ?? session.expires_at,
    happen: () => expireCheckout(simulation, session),
  }));
}

function retries(simulation: Simulation): Due[] {
  return [...simulation.tables.invoices.values()].flatMap((invoice) => {
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null) return [];
    return [{ at: invoice.next_payment_attempt, happen: () => collectInvoice(simulation, invoice) }];
  });
}

function renewals(simulation: Simulation): Due[] {
  const running = [...simulation.tables.subscriptions.values()].filter(({ status }) => status !== 'canceled');
  return running.map((subscription) => ({
    at: itemOf(subscription).current_period_end,
    happen: () => renewSubscription(simulation, subscription),
  }));
}

/** Subscriptions that end at a moment of their own, before they would renew. */
function ends(simulation: Simulation): Due[] {
  return [...simulation.tables.subscriptions.values()].flatMap(({ id, status, cancel_at: at }) => {
    if (status === 'canceled' || at === null) return [];
    return [{ at, happen: () => endSubscription(simulation, id, 'cancellation_requested') }];
  });
}
