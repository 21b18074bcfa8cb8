import { randomBytes } from 'node:crypto';
import { runUntilSignal } from '@inlet/local/run-command';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { runningProduct } from '#commands/running-product.ts';
import { loadConfig } from '#queue-board/config.ts';
import { startQueueBoard } from '#queue-board/start-queue-board.ts';

const passwordBytes = 12;
const closeWithinMs = 10_000;

/** Shows the queues of the running product, with a new password, until it is told to exit. */
export const queues = () =>
  runUntilSignal(async () => {
    const { config: product, runtime } = runningProduct();
    const password = randomBytes(passwordBytes).toString('base64url');
    const config = loadConfig({
      HOST: '127.0.0.1',
      PORT: process.env.QUEUE_BOARD_PORT ?? '0',
      LOG_LEVEL: 'warn',
      REDIS_URL: runtime.redisUrl,
      REDIS_PREFIX: product.redisPrefix,
      REDIS_LANES: String(product.redisLanes),
      QUEUE_BOARD_PASSWORD: password,
    });
    const logger = createLogger({ service: 'queue-board', level: config.LOG_LEVEL });
    const lifecycle = createLifecycle({ logger, deadlineMs: closeWithinMs });
    const { port } = await startQueueBoard({ config, logger, lifecycle });
    console.log(
      `The queues are at http://localhost:${port}/queues\nAny name, with the password ${password}\nCtrl-C stops it.`,
    );
    return async () => {
      await lifecycle.close('told to leave');
    };
  });
