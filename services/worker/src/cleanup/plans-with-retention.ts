import { plansWith } from '@inlet/contracts/plans';

/** The stored plans that include automatic deletion; null where payments are off, and every plan includes it. */
export function plansWithRetention({ BILLING }: { readonly BILLING: 'on' | 'off' }): readonly string[] | null {
  return BILLING === 'off' ? null : plansWith('automatic_deletion');
}
