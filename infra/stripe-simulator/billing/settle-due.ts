import { endSubscription } from '#billing/change-subscription.ts';
import { collectInvoice } from '#billing/collect-invoice.ts';
import { expireCheckout } from '#billing/end-checkout.ts';
import { itemOf } from '#billing/require-row.ts';
import { renewSubscription } from '#billing/subscription-period.ts';
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
  const { clock } = simulation;
  const offset = clock.offset() + seconds;
  settleDue(simulation, clock.now() + seconds);
  // Sets the offset instead of the target moment, because a second of real time may have passed meanwhile.
  clock.setOffset(offset);
}

function nextDue(simulation: Simulation): Due | undefined {
  return [...allToCome(simulation)].toSorted((one, other) => one.at - other.at)[0];
}

function* allToCome(simulation: Simulation): Generator<Due> {
  const { checkoutSessions, checkoutTerms, invoices, subscriptions } = simulation.tables;
  for (const session of checkoutSessions.values()) {
    if (session.status !== 'open') continue;
    const at = checkoutTerms.get(session.id)?.dueAt ?? session.expires_at;
    yield { at, happen: () => expireCheckout(simulation, session) };
  }
  for (const invoice of invoices.values()) {
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null) continue;
    yield { at: invoice.next_payment_attempt, happen: () => collectInvoice(simulation, invoice) };
  }
  for (const subscription of subscriptions.values()) {
    const { id, status, cancel_at: at, billing_cycle_anchor: anchor } = subscription;
    if (status === 'canceled') continue;
    // A scheduled end comes before a renewal at the same time.
    if (at !== null) yield { at, happen: () => endSubscription(simulation, id, 'cancellation_requested') };
    const end = itemOf(subscription).current_period_end;
    yield { at: end, happen: () => renewSubscription(simulation, subscription, end, anchor) };
  }
}
