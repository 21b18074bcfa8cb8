import type { Feature } from '@inlet/contracts/plans';

/** A feature as a sentence begins with it. */
export function nameOfFeature(feature: Feature): string {
  const [first = '', ...rest] = feature.replaceAll('_', ' ');
  return first.toUpperCase() + rest.join('');
}
