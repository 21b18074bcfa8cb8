import type { StoredBatch, StoredOfForm } from '@inlet/redis/stored-stream';
import type { Logger } from '@inlet/service/logger';
import { parseEventId } from '#inbox/live/event-id.ts';
import { formatHeartbeat, formatReset, formatSubmissions } from '#inbox/live/format-events.ts';
import { type Listener, type Listeners, send } from '#inbox/live/listeners.ts';
import { findEntitled, findStored, type LiveSource } from '#inbox/live/live.store.ts';
import { createRecentBatches, type Missed } from '#inbox/live/recent-batches.ts';

export interface LiveHub {
  /** Begins with what is in the stream. Who listens already may have missed something before it. */
  readonly learn: (batches: readonly StoredBatch[]) => Promise<void>;
  /** Sends the listeners of each form in the batch what was stored for it. */
  readonly tell: (batch: StoredBatch) => Promise<void>;
  /** Brings a new listener into step: with all submissions from now on, or also with those that it has missed. */
  readonly welcome: (listener: Listener, lastEventId: string | undefined) => void;
  readonly sendHeartbeat: () => void;
  readonly close: () => void;
}

export interface LiveHubOptions extends LiveSource {
  readonly listeners: Listeners;
  readonly logger: Logger;
}

/** A busy form's listeners are told to read again at most this often. */
const resetEveryMs = 1_000;
/** Who has missed more than this had better read the list again. */
const missedMax = 100;

/** Sends stored submissions to the listeners of their forms: two queries a batch, however many listeners there are. */
export function createLiveHub({ pool, plans, fileLinks, listeners, logger }: LiveHubOptions): LiveHub {
  const recent = createRecentBatches();
  /** What everybody in step was told; null until the stream is known. */
  let position: string | null = null;
  let turn: Promise<void> = Promise.resolve();
  /** Forms whose listeners are about to be told to read again, and nothing else until then. */
  const overrun = new Set<string>();
  let resetTimer: NodeJS.Timeout | undefined;

  /** One thing after the other: nobody is told of a batch while it is brought into step with the one before. */
  function inTurn(work: () => Promise<void> | void): Promise<void> {
    turn = turn.then(work).catch((err) => logger.error({ err }, 'live streams: sending failed'));
    return turn;
  }

  function sendTo(formId: string, chunk: Buffer): void {
    for (const listener of listeners.ofForm(formId)) if (listener.isInStep) send(listener, chunk);
  }

  function resetLater(formId: string): void {
    overrun.add(formId);
    resetTimer ??= setTimeout(sendResets, resetEveryMs);
  }

  function sendResets(): void {
    clearTimeout(resetTimer);
    resetTimer = undefined;
    if (position !== null) for (const formId of overrun) sendTo(formId, formatReset(position));
    overrun.clear();
  }

  async function sendNamed(at: string, named: readonly (StoredOfForm & { ids: readonly string[] })[]): Promise<void> {
    try {
      const followers = named.flatMap(({ formId }) => [...listeners.ofForm(formId)]);
      const ids = named.flatMap((one) => one.ids);
      // A listener that signed out before the batch was stored must not receive it.
      const [rows, entitled] = await Promise.all([findStored(pool, ids), findEntitled({ pool, plans }, followers)]);
      for (const follower of followers) if (!entitled.has(follower)) listeners.end(follower);
      for (const { formId, ids } of named) {
        if (rows) sendTo(formId, formatSubmissions(formId, { position: at, ids }, rows, fileLinks));
        else resetLater(formId);
      }
    } catch (err) {
      logger.warn({ err }, 'live streams: reading stored submissions failed');
      for (const { formId } of named) resetLater(formId);
    }
  }

  /** The events that somebody has missed, or null where reading the list again is better. */
  async function findMissed(formId: string, missed: readonly Missed[] | null): Promise<Buffer | null> {
    const named = missed?.flatMap(({ ids, ...rest }) => (ids ? [{ ...rest, ids }] : [])) ?? [];
    const ids = named.flatMap(({ ids: all, sent }) => all.slice(sent));
    if (named.length !== missed?.length || ids.length > missedMax) return null;
    try {
      const rows = await findStored(pool, ids);
      return rows && Buffer.concat(named.map((one) => formatSubmissions(formId, one, rows, fileLinks)));
    } catch (err) {
      logger.warn({ err }, 'live streams: reading missed submissions failed');
      return null;
    }
  }

  async function catchUp(listener: Listener, lastEventId: string): Promise<void> {
    // Until the stream is known nobody can be brought into step; who is still here then is told to read again.
    if (position === null || listener.isInStep) return;
    const lastSeen = parseEventId(lastEventId);
    const missed = lastSeen && (await findMissed(listener.formId, recent.since(listener.formId, lastSeen)));
    listener.isInStep = true;
    send(listener, missed ? Buffer.concat([missed, formatHeartbeat(position)]) : formatReset(position));
  }

  return {
    learn: (batches) =>
      inTurn(() => {
        recent.begin(batches);
        position = recent.last();
        overrun.clear();
        for (const listener of listeners.all()) {
          listener.isInStep = true;
          send(listener, formatReset(position));
        }
      }),
    tell: (batch) =>
      inTurn(async () => {
        recent.add(batch);
        const followed = batch.forms.filter(({ formId }) => !isEmpty(listeners.ofForm(formId)));
        for (const { formId, ids } of followed) if (ids === null) resetLater(formId);
        const named = followed.flatMap(({ formId, ids }) => (ids && !overrun.has(formId) ? [{ formId, ids }] : []));
        if (named.length > 0) await sendNamed(batch.position, named);
        position = batch.position;
      }),
    welcome: (listener, lastEventId) => {
      if (lastEventId !== undefined) {
        void inTurn(() => catchUp(listener, lastEventId));
      } else if (position !== null) {
        // What is being told just now was stored before this listener came.
        listener.isInStep = true;
        send(listener, formatHeartbeat(recent.last()));
      }
    },
    sendHeartbeat: () => {
      sendResets();
      const [inStep, others] = [formatHeartbeat(position), formatHeartbeat(null)];
      for (const listener of listeners.all()) send(listener, listener.isInStep ? inStep : others);
    },
    close: () => clearTimeout(resetTimer),
  };
}

function isEmpty(items: Iterable<unknown>): boolean {
  for (const _ of items) return false;
  return true;
}
