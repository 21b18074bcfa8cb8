import { defineLookup, defineLookups } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import { withinTime } from '@inlet/process/in-time';
import type { Lifecycle } from '@inlet/process/lifecycle';
import { memoizeFor } from '@inlet/process/memoize-for';
import { Router } from 'express';

/** A dependency of a process; the check fails if it is away. */
export interface Dependency {
  readonly name: string;
  readonly check: () => Promise<unknown>;
  /** True if the process can work without it: it is measured, but readiness does not depend on it. */
  readonly isOptional?: boolean;
}

export interface ProbeOptions {
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly dependencies: readonly Dependency[];
  /** Returns the reason why the process is stuck, or null. It does not check other processes. */
  readonly stuck?: () => string | null;
}

/** The timeout of one check: a probe that hangs reports nothing. */
const checkTimeoutMs = 1_000;
/** Several clients poll the readiness every few seconds; they share a result for this long. */
const readinessTtlMs = 500;

/** `/livez`: the process can work. `/readyz`: it can take traffic. `/metrics`: its metrics. */
export function createProbes({ lifecycle, metrics, dependencies, stuck = () => null }: ProbeOptions): Router {
  const router = Router();
  const readiness = memoizeFor(readinessTtlMs, () => checkAll(dependencies));
  const optional = new Set(dependencies.filter(({ isOptional }) => isOptional).map(({ name }) => name));
  const whatIsAway = async () => (lifecycle.isClosing() ? ['closing'] : await readiness());
  const isReady = (away: readonly string[]) => away.every((name) => optional.has(name));
  measure(metrics, dependencies, readiness, async () => isReady(await whatIsAway()));

  router.use((_request, response, next) => {
    response.setHeader('cache-control', 'no-store');
    next();
  });
  router.get('/livez', (_request, response) => {
    const reason = stuck();
    response.status(reason === null ? 200 : 503).json({ status: reason === null ? 'alive' : 'stuck', reason });
  });
  router.get('/readyz', async (_request, response) => {
    const away = await whatIsAway();
    const ready = isReady(away);
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', away });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

/** The result of a check is also a metric, so that outages of all processes show in one dashboard. */
function measure(
  metrics: Metrics,
  dependencies: readonly Dependency[],
  readiness: () => Promise<readonly string[]>,
  isReady: () => Promise<boolean>,
): void {
  const up = { name: 'inlet_dependency_up', help: 'Whether a dependency of the process responds', label: 'dependency' };
  defineLookups(metrics, up, async () => {
    const away = await readiness();
    return dependencies.map(({ name }) => [name, away.includes(name) ? 0 : 1] as const);
  });
  defineLookup(metrics, 'inlet_ready', 'Whether the process is ready for traffic', async () => Number(await isReady()));
}

async function checkAll(dependencies: readonly Dependency[]): Promise<string[]> {
  const results = await Promise.allSettled(
    dependencies.map(async ({ check }) => withinTime(check(), checkTimeoutMs, 'no answer in time')),
  );
  return dependencies.filter((_, index) => results[index]?.status === 'rejected').map(({ name }) => name);
}
