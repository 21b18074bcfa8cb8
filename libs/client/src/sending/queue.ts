import type { Submission } from '#sending/submission.ts';

/** A submission in the queue; its ids are in the order in which they were added. */
export interface Item extends Submission {
  readonly id: number;
  readonly body: string;
}

const itemsMax = 1_000;
const charactersMax = 5_000_000;

/** Adds a submission and returns its id, or `full`. Rejects where the browser refuses to keep anything. */
export async function addItem(item: Omit<Item, 'id'>): Promise<number | 'full'> {
  const items = await readItems();
  const characters = items.reduce((sum, { body }) => sum + body.length, item.body.length);
  if (items.length >= itemsMax || characters > charactersMax) return 'full';
  return Number(await inStore((store) => store.add(item)));
}

/** All items, the oldest first. */
export function readItems(): Promise<Item[]> {
  return inStore((store) => store.getAll());
}

export function removeItem(id: number): Promise<unknown> {
  return inStore((store) => store.delete(id));
}

/** Opens the database for one step, so that no page keeps another from changing or removing it. */
async function inStore<Result>(step: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const opening = indexedDB.open('inlet', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('queue', { keyPath: 'id', autoIncrement: true });
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  return new Promise<Result>((resolve, reject) => {
    // Strict: on disk, before a visitor is told that it is saved.
    const transaction = database.transaction('queue', 'readwrite', { durability: 'strict' });
    const request = step(transaction.objectStore('queue'));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  }).finally(() => database.close());
}
