import type { RequestListener } from 'node:http';
import type { RedisWatch } from '@inlet/redis/redis-watch';
import type { DirectRequest } from '@inlet/service/direct-request';
import { createHttpApp } from '@inlet/service/http-app';
import { trustOf } from '#config.ts';
import type { IngestDeps } from '#deps.ts';
import { createEndpoint } from '#submissions/endpoint.ts';
import { parseEndpointAddress } from '#submissions/endpoint-address.ts';

/** The public endpoint, and what every service answers besides, as one listener. */
export function createIngestApp(deps: IngestDeps): RequestListener<typeof DirectRequest> {
  const endpoint = createEndpoint(deps);
  const others = createHttpApp({
    ...deps,
    publicUrl: deps.config.PUBLIC_URL,
    trust: trustOf(deps.config),
    dependencies: [
      { name: 'redis', check: deps.redisWatch.check },
      { name: 'redis memory', check: async () => assertRoom(deps.redisWatch) },
    ],
    routes: () => undefined,
  });
  return (request, response) => {
    const address = parseEndpointAddress(request.url ?? '');
    if (address === null) others(request, response);
    else endpoint(request, response, address);
  };
}

function assertRoom(redisWatch: RedisWatch): void {
  if (redisWatch.isFull()) throw new Error('Redis is near its memory limit');
}
