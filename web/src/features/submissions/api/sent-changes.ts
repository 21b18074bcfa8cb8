import type { ApiClient } from '#lib/api-client.ts';

interface SentChange {
  readonly ids: ReadonlySet<string>;
  readonly settled: Promise<unknown>;
}

interface Changes {
  begun: number;
  readonly underWay: Set<SentChange>;
}

const changesOfClients = new WeakMap<ApiClient, Changes>();

function changesOf(api: ApiClient): Changes {
  const changes = changesOfClients.get(api) ?? { begun: 0, underWay: new Set() };
  changesOfClients.set(api, changes);
  return changes;
}

/**
 * Sends a change of submissions after all earlier changes of these: two connections might deliver them in the other
 * order. A page that the person leaves cannot wait, so it sends `atOnce`.
 */
export function sendInOrder<Answer>(
  api: ApiClient,
  ids: readonly string[],
  send: () => Promise<Answer>,
  { atOnce = false } = {},
): Promise<Answer> {
  const changes = changesOf(api);
  const before = [...changes.underWay].filter((earlier) => ids.some((id) => earlier.ids.has(id)));
  const sent = atOnce || before.length === 0 ? send() : Promise.all(before.map(({ settled }) => settled)).then(send);
  const end = () => changes.underWay.delete(change);
  const change: SentChange = { ids: new Set(ids), settled: sent.then(end, end) };
  changes.underWay.add(change);
  changes.begun += 1;
  return sent;
}

/** Resolves once no change is under way. */
export async function changesSettled(api: ApiClient): Promise<void> {
  const { underWay } = changesOf(api);
  while (underWay.size > 0) await Promise.all([...underWay].map(({ settled }) => settled));
}

/**
 * Reads a page while no change is under way: the answer to a read that overlaps a change may be older than
 * it. The read waits for the changes before it, and is repeated if another one began meanwhile.
 */
export async function readBetweenChanges<Answer>(api: ApiClient, read: () => Promise<Answer>): Promise<Answer> {
  const changes = changesOf(api);
  for (;;) {
    await changesSettled(api);
    const { begun } = changes;
    const answer = await read();
    if (changes.begun === begun) return answer;
  }
}
