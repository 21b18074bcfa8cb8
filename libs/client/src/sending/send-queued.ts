import type { SavedOutcome } from '#sending/events.ts';
import type { Refused, Sent } from '#sending/outcome.ts';
import { type Item, readItems, removeItem } from '#sending/queue.ts';
import { jitter, type SendOptions, type SendResult, send } from '#sending/send.ts';
import { defaultTexts } from '#sending/texts.ts';

const ageMaxMs = 7 * 86_400_000;
/** An item that the service fails to answer for so long does not hold up the others. */
const blockingMaxMs = 86_400_000;
const attemptsMax = 5;
const roundsWaitMaxMs = 300_000;

/** Submissions of one form are sent one after the other, also if several tabs are open. */
export function sendInOrder(item: Item, options: Omit<SendOptions, 'attemptsMax'>): Promise<SendResult> {
  return exclusively(item.endpoint, options.signal, async () => {
    const blocked = await sendItems(item.endpoint, item.id);
    if (blocked) return blocked;
    // Another tab may have sent it: then the service recognises the key, and answers the same again.
    const result = await send(item, { ...options, attemptsMax: attemptsFor() });
    if (result.outcome) await removeItem(item.id).catch(() => undefined);
    return result;
  });
}

let isWatching = false;

/** Sends the queue whenever the visitor is online again or comes back to the page. */
export function watchConnection(): void {
  if (isWatching) return;
  isWatching = true;
  addEventListener('online', sendQueued);
  globalThis.document?.addEventListener('visibilitychange', sendQueued);
}

let isRunning = false;
let rounds = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends what this or an earlier page has left in the queue, now and from now on whenever the visitor is online again or
 * comes back to the page. `submit` and `enhance` call it.
 */
export async function sendQueued(): Promise<void> {
  if (!globalThis.indexedDB || isRunning) return;
  watchConnection();
  isRunning = true;
  clearTimeout(timer);
  try {
    const endpoints = new Set((await readItems()).map(({ endpoint }) => endpoint));
    const blocked = await Promise.all(
      [...endpoints].map((endpoint) => exclusively(endpoint, undefined, () => sendItems(endpoint))),
    );
    const waits = blocked.flatMap((result) => (result ? [result.waitMs] : []));
    rounds = waits.length > 0 ? rounds + 1 : 0;
    if (rounds) sendQueuedLater(Math.max(...waits));
  } catch {
    // Without its storage, the browser has nothing to send.
  } finally {
    isRunning = false;
  }
}

/** A service that was away is back without any event in the browser. */
export function sendQueuedLater(minMs = 0): void {
  clearTimeout(timer);
  timer = setTimeout(sendQueued, Math.max(minMs, jitter(rounds + 4, roundsWaitMaxMs)));
}

type Blocked = Extract<SendResult, { waitMs: number }>;

/** Sends the items of a form that were added before this one; returns why it had to stop. */
async function sendItems(endpoint: string, before = Number.POSITIVE_INFINITY): Promise<Blocked | undefined> {
  let blocked: Blocked | undefined;
  for (const item of await readItems().catch(() => [])) {
    if (item.endpoint !== endpoint || item.id >= before) continue;
    const ageMs = Date.now() - item.createdAt;
    const { expired, refused } = defaultTexts;
    const result: SendResult =
      ageMs > ageMaxMs
        ? { outcome: { state: 'refused', code: 'expired', message: expired, errors: [] } }
        : await send(item, { attemptsMax: attemptsFor(), refusedText: refused });
    if (result.outcome) {
      await removeItem(item.id).catch(() => undefined);
      announce(item, result.outcome);
    } else {
      blocked = result;
      if (ageMs < blockingMaxMs) break;
    }
  }
  return blocked;
}

/** While the browser knows that it is offline, a second attempt is in vain. */
function attemptsFor(): number {
  return navigator.onLine === false ? 1 : attemptsMax;
}

/** Tells the page, whose form may have been shown on an earlier one. */
export function announce({ endpoint, key, body, createdAt }: Item, outcome: Sent | Refused): void {
  const detail: SavedOutcome = { ...outcome, endpoint, key, body, createdAt };
  globalThis.document?.dispatchEvent(new CustomEvent(`inlet:${outcome.state}`, { detail }));
}

let last: Promise<unknown> = Promise.resolve();

/** Pages without HTTPS have no locks: there, two tabs may send the same item, whose key the service recognises. */
function exclusively<Result>(
  endpoint: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks) return locks.request(`inlet ${endpoint}`, signal ? { signal } : {}, work);
  const result = last.then(work, work);
  last = result;
  return result;
}
