import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { methodNotAllowed } from '@inlet/http/errors';
import { jobs } from '@inlet/queue/jobs';
import type { Lane } from '@inlet/redis/lanes';
import { Queue } from 'bullmq';
import { type RequestHandler, Router } from 'express';

/** Jobs contain the data of visitors and owners, which does not concern an operator. */
const hidden = 'not shown here';

/** The page names an external font; this keeps every request on this machine. Its script creates its styles. */
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Shows every queue: the number of jobs, their age and the reasons of failures; nothing can be changed. */
export function createBoard(lanes: readonly Lane[], basePath: string) {
  const queues = lanes.flatMap(({ number, redis, keys }) =>
    queuesOf(number).map((name) => {
      const queue = new Queue(name, { connection: redis, prefix: keys.queues, skipMetasUpdate: true });
      // The connection logs its own outages; without a listener the same error would end the process.
      queue.on('error', () => undefined);
      return { lane: number, queue };
    }),
  );
  const server = new ExpressAdapter().setBasePath(basePath);
  createBullBoard({
    queues: queues.map(readOnly),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'Inlet queues', hideRedisDetails: true } },
  });
  const router = Router();
  router.use(onlyLook, server.getRouter());
  return { router, close: async () => void (await Promise.all(queues.map(({ queue }) => queue.close()))) };
}

/** Lane 0 has every queue, and the other lanes that of submissions. */
function queuesOf(lane: number): string[] {
  if (lane > 0) return [jobs['store-submissions'].queue];
  return [...new Set(Object.values(jobs).map(({ queue }) => queue))];
}

function readOnly({ lane, queue }: { lane: number; queue: Queue }): BullMQAdapter {
  const prefix = lane === 0 ? '' : `lane-${lane}-`;
  const adapter = new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false, prefix });
  for (const field of ['data', 'returnValue', 'progress'] as const) adapter.setFormatter(field, () => hidden);
  return adapter;
}

/** Read-only, also if the board itself allows more. */
const onlyLook: RequestHandler = (request, response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
  response.set({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  next();
};
