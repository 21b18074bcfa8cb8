import { emit } from '#sending/emit.ts';
import type { Refused, Sent } from '#sending/outcome.ts';
import { type Item, inQueue } from '#sending/queue.ts';
import { send } from '#sending/send.ts';

const attemptsMax = 3;
const laterMaxMs = 60_000;
const dayMs = 86_400_000;
const ageMaxMs = 7 * dayMs;
let timer: ReturnType<typeof setTimeout>;

/** Sends what this or an earlier page has left in the queue. */
export const sendQueued = () => sendInOrder();

/**
 * Sends the queue, or the part of it that ends with the page's own item, whose outcome it returns. One tab sends at a
 * time. Pages without HTTPS have no locks: there two tabs may send the same item, and the service knows its key.
 */
export async function sendInOrder(own?: Item): Promise<Sent | Refused | undefined> {
  const work = async () => {
    const saved = (await inQueue('getAll')) ?? [];
    // Another tab may have sent this page's own item: then the answer is the same again.
    return sendItems(own ? [...saved.filter(({ id }) => id < own.id), own] : saved, own);
  };
  return navigator.locks?.request('inlet', work) ?? work();
}

async function sendItems(items: readonly Item[], own?: Item): Promise<Sent | Refused | undefined> {
  const blocked = new Set<string>();
  for (const item of items) {
    if (blocked.has(item.endpoint)) continue;
    const ageMs = Date.now() - item.createdAt;
    const outcome: Sent | Refused =
      ageMs > ageMaxMs
        ? { state: 'refused', message: '', code: 'expired', errors: [] }
        : await send(item, navigator.onLine ? attemptsMax : 1);
    const { code, retryAfterMs } = outcome as Refused;
    if (retryAfterMs === undefined) {
      await inQueue('delete', item.id);
      if (item === own) return outcome;
      emit(self, 'settled', { ...item, ...outcome });
    } else {
      // The others pass an item that the service still answers with a failure after a day.
      if (ageMs < dayMs || code === 'http_0') blocked.add(item.endpoint);
      clearTimeout(timer);
      // A service that was away is back without any event.
      timer = setTimeout(sendQueued, retryAfterMs + Math.random() * laterMaxMs);
      // Adding a listener again changes nothing.
      addEventListener('online', sendQueued);
      addEventListener('visibilitychange', sendQueued);
    }
  }
  return undefined;
}
