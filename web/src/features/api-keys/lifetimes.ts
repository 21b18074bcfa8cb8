/** The lifetimes that are offered for a key; null means forever. */
export const lifetimes = { '30 days': 30, '90 days': 90, '1 year': 365, 'Until I revoke it': null } as const;
export type Lifetime = keyof typeof lifetimes;

export const firstLifetime: Lifetime = '90 days';

/** The end of a key with this lifetime that is created now. */
export function expiryOf(lifetime: Lifetime, now = Date.now()): string | null {
  const days = lifetimes[lifetime];
  return days === null ? null : new Date(now + days * 86_400_000).toISOString();
}
