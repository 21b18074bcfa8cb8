import type { ServerResponse } from 'node:http';
import { unavailable } from '@inlet/http/errors';
import { defineGauge, type Metrics } from '@inlet/observe/metrics';
import type { Logger } from '@inlet/process/logger';
import { openRedis, type RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { parseStoredForms } from '@inlet/redis/stored-forms';
import { type ConnectionWatch, watchConnection } from '@inlet/redis/watch-connection';
import { formatChanged, heartbeat, opening } from '#inbox/live/format-events.ts';
import { createListeners, type Listener, send } from '#inbox/live/listeners.ts';
import { countInboxes, findEntitled, type LiveSource } from '#inbox/live/live.store.ts';

export interface LiveStreams {
  /** Starts to follow new submissions. */
  readonly start: () => void;
  /** Notifies new listeners and those of forms that have changed. Calls must not overlap, so that totals stay in order. */
  readonly tellChanged: () => Promise<void>;
  /** Ends streams that have lost their access. */
  readonly endUnentitled: () => Promise<void>;
  /** Writes to every stream, so that no proxy on the way treats it as idle. */
  readonly beat: () => void;
  /** Responds with a stream, which ends when the client disconnects or loses its access. */
  readonly open: (response: ServerResponse, follower: Omit<Listener, 'sink'>) => void;
  /** Ends all streams; the server waits for every unfinished response. */
  readonly close: () => void;
}

export interface LiveStreamsOptions extends LiveSource {
  readonly redisUrl: string;
  readonly redisPrefix: string;
  readonly keys: RedisKeys;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Otherwise a proxy might buffer events.
  'x-accel-buffering': 'no',
};

/** The streams of this process. They report that a form has new submissions, and the client requests them. */
export function createLiveStreams(options: LiveStreamsOptions): LiveStreams {
  const { redisUrl, redisPrefix, keys, metrics, logger, pool } = options;
  const listeners = createListeners();
  /** Forms whose listeners must be notified. */
  const changed = new Set<string>();
  /** Listeners that have received no total yet. */
  const newcomers = new Set<Listener>();
  let subscriber: RedisConnection | undefined;
  let watch: ConnectionWatch | undefined;
  let isClosed = false;
  defineGauge(metrics, 'inlet_live_listeners', 'Open streams of new submissions', listeners.size);

  /**
   * Sends listeners the number of submissions in their forms. A listener that has lost its access receives nothing
   * more.
   */
  async function tell(told: readonly Listener[]): Promise<void> {
    const formIds = new Set(told.map(({ formId }) => formId));
    const [entitled, totals] = await Promise.all([findEntitled(options, told), countInboxes(pool, [...formIds])]);
    for (const listener of told) {
      const { formId } = listener;
      if (entitled.has(listener)) send(listener, formatChanged(formId, totals.get(formId) ?? 0));
      else listeners.end(listener);
    }
  }

  async function tellChanged(): Promise<void> {
    const formIds = [...changed];
    const greeted = [...newcomers];
    const told = new Set([...greeted, ...formIds.flatMap((formId) => [...listeners.ofForm(formId)])]);
    changed.clear();
    newcomers.clear();
    if (told.size === 0) return;
    try {
      await tell([...told]);
    } catch (error) {
      for (const formId of formIds) changed.add(formId);
      for (const listener of greeted) newcomers.add(listener);
      throw error;
    }
  }

  async function endUnentitled(): Promise<void> {
    const asked = [...listeners.all()];
    if (asked.length === 0) return;
    const entitled = await findEntitled(options, asked);
    for (const listener of asked) if (!entitled.has(listener)) listeners.end(listener);
  }

  function follow(): void {
    const redis = openRedis({ role: 'subscriber', url: redisUrl, prefix: redisPrefix, name: 'account-live', logger });
    subscriber = redis;
    redis.on('message', (_channel, message) => {
      for (const formId of parseStoredForms(message)) changed.add(formId);
    });
    // Messages during an outage of the connection are lost, so every listener is notified.
    redis.on('ready', () => {
      redis.subscribe(keys.storedForms).then(
        () => {
          for (const { formId } of listeners.all()) changed.add(formId);
        },
        () => undefined,
      );
    });
    watch = watchConnection(redis, keys);
  }

  return {
    start: follow,
    tellChanged,
    endUnentitled,
    beat: () => {
      for (const listener of listeners.all()) send(listener, heartbeat);
    },
    open: (response, follower) => {
      if (isClosed) throw unavailable();
      // A client that has already disconnected would never be removed.
      if (response.destroyed) return;
      const listener: Listener = { ...follower, sink: response };
      listeners.add(listener);
      response.on('close', () => {
        listeners.remove(listener);
        newcomers.delete(listener);
      });
      // A connection that breaks during a write just means that the listener has left.
      response.on('error', () => undefined);
      response.writeHead(200, headers);
      send(listener, opening);
      // The next round sends the first total: a read of its own might send it after a newer one.
      newcomers.add(listener);
    },
    close: () => {
      isClosed = true;
      watch?.close();
      subscriber?.disconnect();
      for (const listener of [...listeners.all()]) listeners.end(listener);
    },
  };
}
