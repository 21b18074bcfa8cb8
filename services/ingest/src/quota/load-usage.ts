import type { Quota } from '@inlet/redis/quota';
import { unavailable } from '@inlet/service/http-error';
import type { Logger } from '@inlet/service/logger';
import type { AccountQuestions } from '#forms/ask-account.ts';

export interface LoadUsageDeps {
  readonly quota: Pick<Quota, 'load'>;
  readonly account: AccountQuestions;
  readonly logger: Logger;
}

/** Takes an account's count from the database to Redis; many that need the same one ask once. */
export function createLoadUsage({ quota, account, logger }: LoadUsageDeps) {
  const underWay = new Map<string, Promise<void>>();

  async function load(userId: string, month: string): Promise<void> {
    try {
      await quota.load(userId, month, await account.usage(userId, month));
    } catch (err) {
      logger.warn({ err }, 'quota: usage of an account unavailable');
      throw unavailable();
    }
  }

  return (userId: string, month: string): Promise<void> => {
    const name = `${userId} ${month}`;
    const same = underWay.get(name);
    if (same) return same;
    const loading = load(userId, month).finally(() => underWay.delete(name));
    underWay.set(name, loading);
    return loading;
  };
}
