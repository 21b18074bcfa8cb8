/** A quota that Redis has a part of. */
export interface SharedQuota {
  readonly limit: number;
  readonly granted: number;
  /** Taken for what was stored without Redis. */
  readonly direct: number;
  /** What Redis can still spend of what was granted. */
  readonly left: number;
}

export interface Share {
  /** How much more is granted. */
  readonly more: number;
  readonly low: number;
  readonly isFull: boolean;
}

/** At most this part of a month is in Redis at once. */
const largestPart = 1 / 4;

/**
 * How much of a quota goes to Redis: half of what is left, so that submissions have places with Redis away as well as
 * with PostgreSQL away, but always as much as is wanted. So the last places go to Redis.
 */
export function shareQuota({ limit, granted, direct, left }: SharedQuota, wanted: number): Share {
  const ungranted = Math.max(0, limit - granted - direct);
  const rest = left + ungranted;
  const usual = Math.min(Math.ceil(rest / 2), Math.ceil(limit * largestPart));
  const more = Math.min(ungranted, Math.max(0, Math.max(usual, Math.min(wanted, rest)) - left));
  return { more, low: Math.floor(usual / 2), isFull: more === ungranted };
}
