import { requestsOfAccount } from '#access/limits/limits.ts';
import { type LimiterDeps, openLimiter } from '#access/limits/open-limiter.ts';
import { tooManyRequests } from '#errors.ts';

export interface RequestLimit {
  /** Counts one request of an account, or refuses it with 429. */
  readonly take: (userId: string) => Promise<void>;
}

export interface RequestLimitOptions extends LimiterDeps {
  readonly isOn: boolean;
}

/** Limits the requests of an account across all processes of the service. */
export function createRequestLimit({ isOn, ...deps }: RequestLimitOptions): RequestLimit {
  const limiter = openLimiter(deps, requestsOfAccount);
  return {
    take: async (userId) => {
      const wait = isOn ? await limiter.consume(userId) : 0;
      if (wait > 0) throw tooManyRequests(requestsOfAccount.max, wait);
    },
  };
}
