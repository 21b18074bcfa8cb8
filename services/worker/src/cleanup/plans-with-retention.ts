import { plansWith } from '@inlet/contracts/plans';

/** The stored plans with automatic deletion; null if payments are off, because then every plan has it. */
export function plansWithRetention({ BILLING }: { readonly BILLING: 'on' | 'off' }): readonly string[] | null {
  return BILLING === 'off' ? null : plansWith('automatic_deletion');
}
