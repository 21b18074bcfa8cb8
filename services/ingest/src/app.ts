import type { RequestListener } from 'node:http';
import { createEndpoint } from '@inlet/endpoint/endpoint';
import { parseEndpointAddress } from '@inlet/endpoint/endpoint-address';
import { createHttpApp } from '@inlet/http/app';
import { inTime } from '@inlet/process/in-time';
import { trustOf } from '#config.ts';
import type { IngestDeps } from '#deps.ts';
import type { PathSwitch } from '#paths/path-switch.ts';

/** Ingest works on while account is away. */
const releaseMs = 500;

/** The public endpoint, with the probes of every service. */
export function createIngestApp(deps: IngestDeps): RequestListener {
  const publicUrl = deps.config.PUBLIC_URL;
  const trust = trustOf(deps.config);
  const endpoint = createEndpoint({ ...deps, publicUrl, trust, internalToken: deps.config.INTERNAL_TOKEN });
  const others = createHttpApp({
    ...deps,
    publicUrl,
    trust,
    dependencies: [
      // Without Redis, batches go to the worker.
      { name: 'redis', check: deps.redisWatch.check, isOptional: true },
      { name: 'redis memory', check: async () => assertMemory(deps.path), isOptional: true },
      { name: 'redis or worker', check: async () => assertPath(deps) },
      { name: 'release of account', check: awaitRelease(deps.account) },
    ],
    routes: () => undefined,
  });
  return (request, response) => {
    const address = parseEndpointAddress(request.url ?? '');
    if (address === null) others(request, response);
    else endpoint(request, response, address);
  };
}

/** An update may replace ingest first; then it only takes traffic after account has been replaced too. */
function awaitRelease({ makesCounters }: IngestDeps['account']): () => Promise<void> {
  let hasPassed = false;
  return async () => {
    if (hasPassed) return;
    const answer = await inTime(makesCounters(), releaseMs);
    hasPassed = answer === true;
    if (answer === false) throw new Error('account runs the previous release');
  };
}

function assertMemory(path: PathSwitch): void {
  if (path.isFull()) throw new Error('Redis is near its memory limit');
}

/** One of the two storage paths is sufficient. */
async function assertPath({ path, direct }: IngestDeps): Promise<void> {
  if (path.isAway() || path.isFull()) await direct.check();
}
