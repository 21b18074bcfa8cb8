import { createHttpApp } from '@inlet/http/app';
import { type HttpServer, listen } from '@inlet/http/server';
import { createMetrics } from '@inlet/observe/metrics';
import type { ServiceContext } from '@inlet/process/run-service';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { createBoard } from '#queue-board/board.ts';
import type { QueueBoardConfig } from '#queue-board/config.ts';
import { requireOperator } from '#queue-board/require-operator.ts';

const basePath = '/queues';
const connectWaitMs = 2_000;

/** The queues as a web page, behind the operator's password. */
export async function startQueueBoard(context: ServiceContext<QueueBoardConfig>): Promise<HttpServer> {
  const { config, logger, lifecycle } = context;
  const redis = openRedis({
    role: 'client',
    url: config.REDIS_URL,
    prefix: config.REDIS_PREFIX,
    name: 'queue-board',
    logger,
  });
  lifecycle.onClose('disconnect', 'redis', () => redis.disconnect());
  await waitUntilConnected(redis, connectWaitMs);
  const board = createBoard(redis, redisKeys(config.REDIS_PREFIX), basePath);
  lifecycle.onClose('flush', 'board', board.close);
  const app = createHttpApp({
    logger,
    lifecycle,
    metrics: createMetrics('queue-board'),
    dependencies: [{ name: 'redis', check: () => redis.ping() }],
    routes: (routes) => {
      routes.get('/', (_request, response) => response.redirect(basePath));
      routes.use(basePath, requireOperator(config.QUEUE_BOARD_PASSWORD, logger), board.router);
    },
  });
  const server = await listen(app, { host: config.HOST, port: config.PORT });
  lifecycle.onClose('stop intake', 'http server', server.close);
  return server;
}
