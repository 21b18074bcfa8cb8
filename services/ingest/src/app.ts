import { createHttpApp } from '@inlet/service/http-app';
import type { Express } from 'express';
import type { IngestDeps } from '#deps.ts';
import type { RedisMemory } from '#guards/redis-memory.ts';
import { createSubmitRouter } from '#submissions/submit.routes.ts';

/** The public endpoint as one app, ready to listen. */
export function createIngestApp(deps: IngestDeps): Express {
  return createHttpApp({
    ...deps,
    dependencies: [
      { name: 'redis', check: () => deps.redis.ping() },
      { name: 'redis memory', check: async () => assertRoom(deps.redisMemory) },
    ],
    routes: (app) => app.use(['/api/forms', '/f'], createSubmitRouter(deps)),
  });
}

function assertRoom(redisMemory: RedisMemory): void {
  if (redisMemory.isFull()) throw new Error('Redis is near its memory limit');
}
