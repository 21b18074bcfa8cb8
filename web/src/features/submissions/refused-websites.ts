import { compileOriginRule, normaliseOrigin } from '@inlet/contracts/origins';
import type { Refusal } from '@inlet/contracts/refusals';

export interface RefusedWebsite {
  readonly origin: string;
  readonly count: number;
  /** The time of the last refusal. */
  readonly lastAt: string;
  /** Whether the form accepts the website now, could accept it, or never can: only https can be allowed. */
  readonly state: 'allowed' | 'allowable' | 'never';
}

/** The websites among refusals, which come newest first; the most recently refused website comes first. */
export function refusedWebsites(latest: readonly Refusal[], allowedOrigins: readonly string[]): RefusedWebsite[] {
  const isAllowed = compileOriginRule(allowedOrigins);
  const byOrigin = Map.groupBy(
    latest.filter(({ reason }) => reason === 'origin_not_allowed'),
    ({ origin }) => origin,
  );
  return [...byOrigin].flatMap(([origin, [first, ...others]]) => {
    if (origin === null || !first) return [];
    const state = isAllowed(origin) ? 'allowed' : normaliseOrigin(origin) === null ? 'never' : 'allowable';
    return [{ origin, count: others.length + 1, lastAt: first.at, state }];
  });
}
