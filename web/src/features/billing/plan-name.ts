import { capitalise } from '#lib/wording.ts';

/** `Early Pro`, `Pro Plan`. An active account without a plan name is on starter. */
export function planLabel(plan: string | null): string {
  if (plan === 'early_pro') return 'Early Pro';
  return `${capitalise(plan === null || plan === '' || plan === 'free' ? 'starter' : plan)} Plan`;
}
