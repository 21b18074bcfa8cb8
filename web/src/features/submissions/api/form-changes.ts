import type { Folder } from '#features/submissions/filter.ts';
import { type Change, differenceIn } from '#features/submissions/pending-change.ts';
import type { ApiClient } from '#lib/api-client.ts';

interface SentChange {
  readonly ids: ReadonlySet<string>;
  readonly settled: Promise<unknown>;
}

/** Changes of one form's submissions that the service may not have yet. */
interface FormChanges {
  begun: number;
  readonly underWay: Set<SentChange>;
  /** A deletion or mark that can still be undone. */
  waiting: Change | null;
}

/** Pauses between reads of what somebody changes again and again. */
const pauseMs = 250;
const pauseMaxMs = 2_000;

const changesOfClients = new WeakMap<ApiClient, Map<string, FormChanges>>();

function changesOf(api: ApiClient, formId: string): FormChanges {
  const ofForms = changesOfClients.get(api) ?? new Map<string, FormChanges>();
  changesOfClients.set(api, ofForms);
  const changes = ofForms.get(formId) ?? { begun: 0, underWay: new Set(), waiting: null };
  ofForms.set(formId, changes);
  return changes;
}

/** Notes which change waits until it is sent or undone. */
export function keepWaiting(api: ApiClient, formId: string, change: Change | null): void {
  changesOf(api, formId).waiting = change;
}

/** The number of rows by which a change that waits has moved a folder's total, which the service does not know yet. */
export function waitingIn(api: ApiClient, formId: string, folder: Folder): number {
  const { waiting } = changesOf(api, formId);
  return waiting === null ? 0 : differenceIn(folder, waiting);
}

/**
 * Sends a change of submissions after all earlier changes to the same ones: two connections might deliver them in the
 * other order. Without ids it waits for none.
 */
export function sendInOrder<Answer>(
  api: ApiClient,
  formId: string,
  ids: readonly string[],
  send: () => Promise<Answer>,
): Promise<Answer> {
  const changes = changesOf(api, formId);
  const before = [...changes.underWay].filter((earlier) => ids.some((id) => earlier.ids.has(id)));
  const sent = before.length === 0 ? send() : Promise.all(before.map(({ settled }) => settled)).then(send);
  const end = () => changes.underWay.delete(change);
  const change: SentChange = { ids: new Set(ids), settled: sent.then(end, end) };
  changes.underWay.add(change);
  changes.begun += 1;
  return sent;
}

/** True if the service has every change that was sent. */
export function isSettled(api: ApiClient, formId: string): boolean {
  return changesOf(api, formId).underWay.size === 0;
}

/** Resolves once every change of now has reached the service, or was refused. */
export async function changesSettled(api: ApiClient, formId: string): Promise<void> {
  await Promise.all([...changesOf(api, formId).underWay].map(({ settled }) => settled));
}

/**
 * Reads rows or counts while no change is under way: the answer to a read that overlaps a change may be older than it.
 * The read waits for the changes before it, and is repeated if another one began meanwhile.
 */
export async function readBetweenChanges<Answer>(
  api: ApiClient,
  formId: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const changes = changesOf(api, formId);
  for (let tries = 1; ; tries += 1) {
    await changesSettled(api, formId);
    const { begun } = changes;
    const answer = await read();
    if (changes.begun === begun && isSettled(api, formId)) return answer;
    if (tries > 1) await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMaxMs, pauseMs * tries)));
  }
}
