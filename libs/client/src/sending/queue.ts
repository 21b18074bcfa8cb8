import type { Submission } from '#sending/submission.ts';

/** A submission in the queue; its ids are in the order in which they were added. */
export interface Item extends Submission {
  readonly id: number;
}

/** Some browsers neither open their storage nor refuse it. */
const timeMaxMs = 10_000;

/**
 * Reads, adds or deletes in the queue, and resolves once that is on disk; with undefined where the browser keeps
 * nothing. It opens the database each time, so that no page keeps another from removing it.
 */
export function inQueue(method: 'getAll'): Promise<Item[] | undefined>;
export function inQueue(method: 'add', submission: Submission): Promise<number | undefined>;
export function inQueue(method: 'delete', id: number): Promise<undefined>;
export function inQueue(method: 'getAll' | 'add' | 'delete', value?: Submission | number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('inlet', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('queue', { keyPath: 'id', autoIncrement: true });
    opening.onerror = reject;
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('queue', 'readwrite', { durability: 'strict' });
      const request = transaction.objectStore('queue')[method](value as number);
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = reject;
      // Waits for the transaction.
      opening.result.close();
    };
    setTimeout(reject, timeMaxMs);
  }).catch(() => undefined);
}
