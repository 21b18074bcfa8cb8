import { Router } from 'express';
import type { Lifecycle } from '#lifecycle.ts';
import type { Metrics } from '#metrics.ts';

/** Something that a process needs to do its work; the check fails when it is away. */
export interface Dependency {
  readonly name: string;
  readonly check: () => Promise<unknown>;
}

export interface ProbeOptions {
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly dependencies: readonly Dependency[];
  /** Answers why the process cannot work any more, or null. It never looks at another part. */
  readonly stuck?: () => string | null;
}

/** Longest wait for one dependency: a probe that hangs tells nothing. */
const checkTimeoutMs = 1_000;
/** Readiness is asked by several parties every few seconds; the answer is shared for this long. */
const readinessTtlMs = 500;

/** `/livez`: the process can work. `/readyz`: send it traffic. `/metrics`: what it measures. */
export function createProbes({ lifecycle, metrics, dependencies, stuck = () => null }: ProbeOptions): Router {
  const router = Router();
  const readiness = shareFor(readinessTtlMs, () => checkAll(dependencies));

  router.get('/livez', (_request, response) => {
    const reason = stuck();
    response.status(reason === null ? 200 : 503).json({ status: reason === null ? 'alive' : 'stuck', reason });
  });
  router.get('/readyz', async (_request, response) => {
    const away = lifecycle.isClosing() ? ['closing'] : await readiness();
    response.status(away.length === 0 ? 200 : 503).json({ status: away.length === 0 ? 'ready' : 'not ready', away });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

async function checkAll(dependencies: readonly Dependency[]): Promise<string[]> {
  const results = await Promise.allSettled(dependencies.map(async ({ check }) => withTimeout(check())));
  return dependencies.filter((_, index) => results[index]?.status === 'rejected').map(({ name }) => name);
}

function withTimeout(check: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout;
  const tooLate = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), checkTimeoutMs);
  });
  return Promise.race([check, tooLate]).finally(() => clearTimeout(timer));
}

function shareFor<T>(ttlMs: number, read: () => Promise<T>): () => Promise<T> {
  let shared: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  return () => {
    if (!shared || performance.now() >= shared.untilMs) {
      shared = { value: read(), untilMs: performance.now() + ttlMs };
    }
    return shared.value;
  };
}
