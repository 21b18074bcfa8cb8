import type { Feature } from '@inlet/contracts/plans';

/** The name of a feature at the start of a sentence. */
export function nameOfFeature(feature: Feature): string {
  const [first = '', ...rest] = feature.replaceAll('_', ' ');
  return first.toUpperCase() + rest.join('');
}
