/** How long a renewal may be owed before access ends: Stripe tries the card again several times meanwhile. */
export const graceMs = 7 * 86_400_000;

/** Until when a renewal can be paid before access ends. */
export function paymentDueBy(since: Date | null | undefined): Date | null {
  return since ? new Date(since.getTime() + graceMs) : null;
}
