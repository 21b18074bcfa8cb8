/** How long a renewal may be overdue before access ends; Stripe retries the card several times meanwhile. */
export const graceMs = 7 * 86_400_000;

/** Until when a renewal can be paid before access ends. */
export function paymentDueBy(since: Date | null | undefined): Date | null {
  return since ? new Date(since.getTime() + graceMs) : null;
}
