import { setTimeout as pause } from 'node:timers/promises';
import { internalAuthorization } from '@inlet/http/internal-token';
import { defineCounter, type Metrics } from '@inlet/observe/metrics';
import type { Tracing } from '@inlet/observe/tracing';
import type { Secrets } from '@inlet/process/config';
import type { Admission, IntakeBatch, QuotaCapacity, QuotaRequest } from '@inlet/queue/intake';
import {
  type DirectAnswer,
  type DirectQuota,
  directAnswerSchema,
  type FlushAnswer,
  flushAnswerSchema,
} from '@inlet/submissions/direct-batch';

interface DirectAdmission extends Admission {
  /** True if the counters in Redis include the stored batch. */
  readonly isFlushed: boolean;
}

export interface DirectIntakeOptions {
  readonly config: { readonly WORKER_URL: string; readonly INTERNAL_TOKEN: Secrets };
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
}

/**
 * A batch takes some 20 ms. Together with the time that Redis was given first, it stays below the promised two and a
 * half seconds.
 */
const timeoutMs = 1_800;
const checkTimeoutMs = 1_000;
/** Pause before retrying a worker that refuses or breaks a connection. */
const retryMs = 50;
/** The order for each account. */
const resources = ['submissions', 'bytes'] as const;

/** Stores the batches of one lane directly with the worker, which counts them in the database. */
export interface DirectIntake {
  readonly admit: (batch: IntakeBatch) => Promise<DirectAdmission>;
  /** Makes the worker tell the counters in Redis of all that was stored directly. */
  readonly flush: () => Promise<FlushAnswer>;
}

export type DirectIntakes = ReturnType<typeof openDirectIntakes>;

/** The direct path of every lane. */
export function openDirectIntakes({ config, metrics, tracing }: DirectIntakeOptions) {
  const { WORKER_URL, INTERNAL_TOKEN } = config;
  const headers = { ...internalAuthorization(INTERNAL_TOKEN[0]), 'content-type': 'application/json' };
  const batches = defineCounter(metrics, 'inlet_direct_batches_total', 'Batches sent directly to the worker', [
    'lane',
    'outcome',
  ]);
  const stored = defineCounter(metrics, 'inlet_direct_submissions_total', 'Submissions stored without Redis', ['lane']);

  async function post(body: string): Promise<DirectAnswer> {
    const signal = AbortSignal.timeout(timeoutMs);
    const send = () =>
      fetch(`${WORKER_URL}/internal/batches`, {
        method: 'POST',
        headers: { ...headers, ...tracing?.headers() },
        body,
        signal,
      });
    const response = await untilAnswered(send, signal);
    if (!response.ok) throw new Error(`worker returned ${response.status}`);
    return directAnswerSchema.parse(await response.json());
  }

  return {
    ofLane: (number: number): DirectIntake => {
      const lane = String(number);
      // A worker of the previous release knows lane 0 alone.
      const named = number === 0 ? {} : { lane: number };
      // Counters start at zero, so that the first event of a kind shows as an increase.
      for (const outcome of ['stored', 'no room', 'failed']) batches.inc({ lane, outcome }, 0);
      stored.inc({ lane }, 0);
      return {
        admit: async ({ id, requests, batch }) => {
          try {
            const answer = await post(JSON.stringify({ id, ...named, quotas: requests.flatMap(quotasOf), batch }));
            batches.inc({ lane, outcome: answer.isStored ? 'stored' : 'no room' });
            if (answer.isStored) stored.inc({ lane }, batch.rows.length);
            return admissionOf(requests, answer);
          } catch (err) {
            batches.inc({ lane, outcome: 'failed' });
            throw err;
          }
        },
        flush: async () => {
          const signal = AbortSignal.timeout(checkTimeoutMs);
          const body = number === 0 ? null : JSON.stringify(named);
          const answer = await fetch(`${WORKER_URL}/internal/batches/flush`, { method: 'POST', headers, body, signal });
          // A worker of the previous release does not count what it stores directly.
          if (answer.status === 404) return { isFlushed: true, uncounted: [] };
          if (!answer.ok) throw new Error(`worker returned ${answer.status}`);
          return flushAnswerSchema.parse(await answer.json());
        },
      };
    },
    /** Rejects unless a worker would store a batch now. */
    check: async (): Promise<void> => {
      const { ok, status } = await fetch(`${WORKER_URL}/readyz`, { signal: AbortSignal.timeout(checkTimeoutMs) });
      if (!ok) throw new Error(`worker returned ${status}`);
    },
  };
}

/**
 * Retries, because the worker may just be restarting, and there is no other path. The batch has an id, so sending it
 * twice is safe.
 */
async function untilAnswered(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (signal.aborted) throw error;
      await pause(retryMs, undefined, { signal });
    }
  }
}

function quotasOf({ userId, month, wanted, limits }: QuotaRequest): DirectQuota[] {
  return resources.map((resource) => ({
    userId,
    month,
    resource,
    wanted: wanted[resource],
    limit: limits[resource],
  }));
}

/** If an account that is not full was refused because another transaction held its rows, nothing may be refused. */
function admissionOf(
  requests: readonly QuotaRequest[],
  { isStored, room, full, isFlushed }: DirectAnswer,
): DirectAdmission {
  let mayBeStored = false;
  const capacities = requests.map(({ wanted }, index): QuotaCapacity => {
    const fits = resources.map((_, n) => room[resources.length * index + n] ?? 0);
    const isHeld = resources.some(
      (resource, n) => (fits[n] ?? 0) < wanted[resource] && !full[resources.length * index + n],
    );
    mayBeStored ||= isHeld;
    const [submissions = 0, bytes = 0] = fits;
    return { fits: { submissions, bytes }, isCounted: true };
  });
  return { isQueued: isStored, capacities, reused: [], mayBeStored, isFlushed };
}
