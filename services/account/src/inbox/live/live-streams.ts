import type { ServerResponse } from 'node:http';
import { openRedis } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { readStored, type StoredReader } from '@inlet/redis/stored-stream-reader';
import { type BackgroundLoop, startBackgroundLoop } from '@inlet/service/background-loop';
import { unavailable } from '@inlet/service/http-error';
import type { Logger } from '@inlet/service/logger';
import { defineGauge, type Metrics } from '@inlet/service/metrics';
import { opening } from '#inbox/live/format-events.ts';
import { createListeners, type Listener, send } from '#inbox/live/listeners.ts';
import { findEntitled, type LiveSource } from '#inbox/live/live.store.ts';
import { createLiveHub } from '#inbox/live/live-hub.ts';

/** Who wants to follow which form. */
export type Follower = Pick<Listener, 'formId' | 'userId' | 'caller'>;

export interface LiveStreams {
  /** Begins to follow what is stored. */
  readonly start: () => void;
  /** Answers with a stream, which ends when the client disconnects or loses its access. */
  readonly open: (response: ServerResponse, follower: Follower, lastEventId: string | undefined) => void;
  /** Ends all streams; the server waits for every answer that is not over. */
  readonly close: () => Promise<void>;
}

export interface LiveStreamsOptions extends LiveSource {
  readonly redisUrl: string;
  readonly keys: RedisKeys;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** How soon a quiet stream ends whose form, subscription, session or key is gone; what is stored ends it at once. */
const lookEveryMs = 5_000;
/** A quarter of the silence after which the gateway gives up. */
const heartbeatEveryMs = 15_000;
const complaint = 'live streams: entitlement check failed';
const redisIdleTimeoutMs = 15_000;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // For a proxy in front that would otherwise collect events before it hands them on.
  'x-accel-buffering': 'no',
};

/** The streams of this process: one reader, one heartbeat and one look at the database for all of them. */
export function createLiveStreams(options: LiveStreamsOptions): LiveStreams {
  const { redisUrl, keys, metrics, logger } = options;
  const listeners = createListeners();
  const hub = createLiveHub({ ...options, listeners });
  let looking: BackgroundLoop | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let reader: StoredReader | undefined;
  let isClosed = false;
  defineGauge(metrics, 'inlet_live_listeners', 'Streams of new submissions that are open', listeners.size);

  async function endUnentitled(): Promise<void> {
    const asked = [...listeners.all()];
    if (asked.length === 0) return;
    const entitled = await findEntitled(options, asked);
    for (const listener of asked) if (!entitled.has(listener)) listeners.end(listener);
  }

  return {
    start: () => {
      const redis = openRedis({ role: 'consumer', url: redisUrl, name: 'account-live', logger });
      const events = { onHistory: hub.learn, onBatch: hub.tell };
      reader = readStored({ redis, keys, logger, idleTimeoutMs: redisIdleTimeoutMs, ...events });
      looking = startBackgroundLoop({ intervalMs: lookEveryMs, logger, complaint }, endUnentitled);
      heartbeat = setInterval(hub.sendHeartbeat, heartbeatEveryMs);
    },
    open: (response, follower, lastEventId) => {
      if (isClosed) throw unavailable();
      // Who has left meanwhile would never be missed.
      if (response.destroyed) return;
      const listener: Listener = { ...follower, sink: response, isInStep: false };
      listeners.add(listener);
      response.on('close', () => listeners.remove(listener));
      // A connection that breaks as it is written to is a listener who left, and nothing else.
      response.on('error', () => undefined);
      response.writeHead(200, headers);
      send(listener, opening);
      hub.welcome(listener, lastEventId);
    },
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      hub.close();
      for (const listener of [...listeners.all()]) listeners.end(listener);
      await Promise.all([looking?.close(), reader?.close()]);
    },
  };
}
