import { setTimeout as pause } from 'node:timers/promises';
import type { Quota } from '@inlet/queue/quota';
import { unavailable } from '@inlet/service/http-error';
import type { Logger } from '@inlet/service/logger';
import type { AccountQuestions } from '#forms/ask-account.ts';

export interface LoadUsageDeps {
  readonly quota: Pick<Quota, 'isReserved' | 'load'>;
  readonly account: AccountQuestions;
  readonly logger: Logger;
}

/** A batch is queued some milliseconds after its reservation; what takes longer than this died with its process. */
const queuedWithinMs = 1_000;
const lookAgainMs = 10;
/** Several processes may make a count unknown at the same time, as after an outage of Redis, but not again and again. */
const attempts = 3;

/** Takes an account's count from the database to Redis; many that need the same one ask once. */
export function createLoadUsage({ quota, account, logger }: LoadUsageDeps) {
  const underWay = new Map<string, Promise<void>>();

  /** Nobody reserves of an unknown count, and what was reserved before can be counted as soon as it is queued. */
  async function untilQueued(userId: string, month: string): Promise<void> {
    for (let waitedMs = 0; waitedMs < queuedWithinMs; waitedMs += lookAgainMs) {
      if (!(await quota.isReserved(userId, month))) return;
      await pause(lookAgainMs);
    }
  }

  async function count(userId: string, month: string): Promise<number> {
    await untilQueued(userId, month);
    return account.usage(userId, month);
  }

  async function load(userId: string, month: string): Promise<void> {
    try {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        if (await quota.load(userId, month, () => count(userId, month))) return;
      }
    } catch (err) {
      logger.warn({ err }, 'what an account has used cannot be asked for');
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
