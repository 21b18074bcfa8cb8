import type { RequestListener } from 'node:http';
import type { DirectRequest } from '@inlet/service/direct-request';
import { createHttpApp } from '@inlet/service/http-app';
import type { IngestDeps } from '#deps.ts';
import type { RedisMemory } from '#guards/redis-memory.ts';
import { createEndpoint } from '#submissions/endpoint.ts';
import { parseEndpointAddress } from '#submissions/endpoint-address.ts';

/** The public endpoint, and what every service answers besides, as one listener. */
export function createIngestApp(deps: IngestDeps): RequestListener<typeof DirectRequest> {
  const endpoint = createEndpoint(deps);
  const others = createHttpApp({
    ...deps,
    dependencies: [
      { name: 'redis', check: () => deps.redis.ping() },
      { name: 'redis memory', check: async () => assertRoom(deps.redisMemory) },
    ],
    routes: () => undefined,
  });
  return (request, response) => {
    const address = parseEndpointAddress(request.url ?? '');
    if (address === null) others(request, response);
    else endpoint(request, response, address);
  };
}

function assertRoom(redisMemory: RedisMemory): void {
  if (redisMemory.isFull()) throw new Error('Redis is near its memory limit');
}
