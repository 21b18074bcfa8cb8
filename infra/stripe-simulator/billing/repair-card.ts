import { collectInvoice } from '#billing/collect-invoice.ts';
import type { Simulation } from '#simulation.ts';

/** From now on the customer's card is refused. */
export function breakCard({ tables }: Simulation, customer: string): void {
  tables.cards.set(customer, { id: customer, declines: true });
}

/** The customer has a good card again, and what is still asked for is paid with it. */
export function repairCard(simulation: Simulation, customer: string): void {
  const { tables } = simulation;
  tables.cards.set(customer, { id: customer, declines: false });
  for (const invoice of [...tables.invoices.values()]) {
    const isAsked = invoice.status === 'open' && invoice.next_payment_attempt !== null;
    if (isAsked && invoice.customer === customer) collectInvoice(simulation, invoice);
  }
}
