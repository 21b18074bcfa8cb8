/** `Early Pro`, `Pro Plan`. An active account whose plan has no name yet is on starter. */
export function planLabel(plan: string | null): string {
  if (plan === 'early_pro') return 'Early Pro';
  return `${capitalise(plan === null || plan === '' || plan === 'free' ? 'starter' : plan)} Plan`;
}

/** Products name a feature as a sentence, or as a key: `priority_support` reads `Priority support`. */
export function featureLabel(feature: string): string {
  return capitalise(feature.replaceAll('_', ' '));
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
