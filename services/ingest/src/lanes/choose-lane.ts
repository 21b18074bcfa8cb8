import { unavailable } from '@inlet/http/errors';
import type { Logger } from '@inlet/process/logger';

/** Once a minute is often enough to be found, and no load. */
const logEveryMs = 60_000;

/**
 * Returns the lane with a number. If this process does not have it, the submission is refused, as it would be counted
 * and stored in a lane that is not its account's.
 */
export function laneChooser<Lane>(lanes: readonly Lane[], logger: Pick<Logger, 'error'>): (number: number) => Lane {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  return (number) => {
    const lane = lanes[number];
    if (lane) return lane;
    if (performance.now() - loggedAtMs >= logEveryMs) {
      loggedAtMs = performance.now();
      const next = `Set REDIS_LANES to at least ${number + 1} in every service, or move the account with npm run lanes`;
      logger.error(
        { lane: number, lanes: lanes.length, next },
        'lanes: an account is in a lane that is not configured',
      );
    }
    throw unavailable();
  };
}
