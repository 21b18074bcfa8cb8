import { createHttpApp } from '@inlet/http/app';
import { type HttpServer, listen } from '@inlet/http/server';
import { createMetrics } from '@inlet/observe/metrics';
import type { ServiceContext } from '@inlet/process/run-service';
import { waitUntilConnected } from '@inlet/redis/connections';
import { mainLane, openLanes } from '@inlet/redis/lanes';
import { createBoard } from '#queue-board/board.ts';
import type { QueueBoardConfig } from '#queue-board/config.ts';
import { requireOperator } from '#queue-board/require-operator.ts';

const basePath = '/queues';
const connectWaitMs = 2_000;

/** The queues as a web page, behind the operator's password. */
export async function startQueueBoard(context: ServiceContext<QueueBoardConfig>): Promise<HttpServer> {
  const { config, logger, lifecycle } = context;
  const lanes = openLanes({ config, role: 'client', name: 'queue-board', logger, lifecycle });
  const { redis } = mainLane(lanes);
  await Promise.all(lanes.map((lane) => waitUntilConnected(lane.redis, connectWaitMs)));
  const board = createBoard(lanes, basePath);
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
