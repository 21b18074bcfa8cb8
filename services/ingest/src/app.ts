import type { RequestListener } from 'node:http';
import { createEndpoint } from '@inlet/endpoint/endpoint';
import { parseEndpointAddress } from '@inlet/endpoint/endpoint-address';
import { createHttpApp } from '@inlet/http/app';
import { inTime } from '@inlet/process/in-time';
import { trustOf } from '#config.ts';
import type { IngestDeps } from '#deps.ts';
import type { IngestLane } from '#lanes/ingest-lane.ts';
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
      ...deps.lanes.flatMap(dependenciesOf),
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

/** Without the Redis of a lane, its batches go to the worker. */
function dependenciesOf({ number, watch, path }: IngestLane) {
  const ofLane = number === 0 ? '' : ` of lane ${number}`;
  return [
    { name: `redis${ofLane}`, check: watch.check, isOptional: true },
    { name: `redis memory${ofLane}`, check: async () => assertMemory(path), isOptional: true },
  ];
}

function assertMemory(path: PathSwitch): void {
  if (path.isFull()) throw new Error('Redis is near its memory limit');
}

/**
 * One of the two storage paths is sufficient. While one lane works, this process takes traffic even without a worker:
 * without it, the accounts of that lane would be turned away too.
 */
async function assertPath({ lanes, directs }: IngestDeps): Promise<void> {
  if (lanes.every(({ path }) => path.isAway() || path.isFull())) await directs.check();
}
