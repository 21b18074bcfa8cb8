import type { Quota } from '@inlet/queue/quota';
import type { AccountQuestions } from '#forms/ask-account.ts';

/** Takes an account's count from the database to Redis; many that need the same one ask once. */
export function createLoadUsage({ quota, account }: { readonly quota: Quota; readonly account: AccountQuestions }) {
  const underWay = new Map<string, Promise<void>>();

  async function load(userId: string, month: string): Promise<void> {
    await quota.load(userId, month, await account.usage(userId, month));
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
