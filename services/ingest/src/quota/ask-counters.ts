import type { CounterName } from '@inlet/contracts/quotas';
import type { Logger } from '@inlet/process/logger';
import { isOfForm } from '@inlet/redis/counter-lua';
import { LRUCache } from 'lru-cache';
import type { AccountQuestions } from '#forms/ask-account.ts';

export type AskCounters = ReturnType<typeof createAskCounters>;

export interface AskCountersDeps {
  readonly account: Pick<AccountQuestions, 'makeCounters'>;
  readonly logger: Logger;
}

const comparedMs = 3_600_000;
/** Pause after a failed request. */
const pauseMs = 5_000;
const namesMax = 10_000;

/** Concurrent requests for the same counter share one request. */
export function createAskCounters({ account, logger }: AskCountersDeps) {
  const underWay = new Map<string, Promise<boolean>>();
  const compared = new LRUCache<string, true>({ max: namesMax, ttl: comparedMs });

  async function send(name: CounterName, isRefused: boolean): Promise<boolean> {
    try {
      await account.makeCounters(
        isOfForm(name) ? { accounts: [], forms: [name], isRefused } : { accounts: [name], isRefused },
      );
      return true;
    } catch (err) {
      logger.warn({ err }, 'quota: account could not count the usage');
      return false;
    }
  }

  function share(name: CounterName, isRefused: boolean): Promise<boolean> {
    const key = `${keyOf(name)} ${isRefused}`;
    const same = underWay.get(key);
    if (same) return same;
    const sent = send(name, isRefused).finally(() => underWay.delete(key));
    underWay.set(key, sent);
    return sent;
  }

  return {
    /** Makes account create the missing counter of a month or a form. Returns false if that failed. */
    make: (name: CounterName): Promise<boolean> => share(name, false),
    /**
     * Makes account compare the counter of a full month or form with the database, once an hour. Returns true if it
     * did, so that it may have capacity now.
     */
    compare: async (name: CounterName): Promise<boolean> => {
      const key = keyOf(name);
      const isUnderWay = underWay.has(`${key} true`);
      if (compared.has(key) && !isUnderWay) return false;
      if (!isUnderWay) compared.set(key, true);
      const isCompared = await share(name, true);
      if (!isCompared) compared.set(key, true, { ttl: pauseMs });
      return isCompared;
    },
  };
}

/** Names a counter among those of every account and form. */
export function keyOf(name: CounterName): string {
  return isOfForm(name) ? `${name.formId} ${name.version}` : `${name.userId} ${name.month}`;
}
