import { randomUUID } from 'node:crypto';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { redisKeys } from '@inlet/redis/keys';
import { lanePrefix } from '@inlet/redis/lanes';
import { packBatch } from '@inlet/submissions/batch';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { Queue } from 'bullmq';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { loadConfig } from '#queue-board/config.ts';
import { startQueueBoard } from '#queue-board/start-queue-board.ts';

const password = 'the password of a test operator';
const canary = 'what a visitor wrote, which nobody may see here';

async function openBoard(lanes = 1) {
  const { redis, keys, prefix } = await openTestRedis();
  const logger = createLogger({ service: 'test', level: 'silent' });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  onTestFinished(async () => void (await lifecycle.close('the test is over')));
  const stores = { REDIS_URL: inject('redisUrl'), REDIS_PREFIX: prefix, REDIS_LANES: String(lanes) };
  const env = { HOST: '127.0.0.1', PORT: '0', ...stores, QUEUE_BOARD_PASSWORD: password };
  const { port } = await startQueueBoard({ config: loadConfig(env), logger, lifecycle });
  const queue = new Queue('submissions', { connection: redis, prefix: keys.queues });
  onTestFinished(() => queue.close());
  const ask = (path: string, { shown = password, method = 'GET' } = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: shown === '' ? {} : { authorization: `Basic ${Buffer.from(`operator:${shown}`).toString('base64')}` },
    });
  const laneQueue = new Queue('submissions', { connection: redis, prefix: redisKeys(lanePrefix(prefix, 1)).queues });
  onTestFinished(() => laneQueue.close());
  return { ask, queue, laneQueue };
}

function batch() {
  const ids = { id: randomUUID(), formId: randomUUID(), userId: randomUUID() };
  const rest = { origin: canary, userAgent: canary, isSpam: false, subject: canary, replyTo: null };
  return packBatch([{ ...ids, ...rest, receivedAtMs: Date.now(), json: JSON.stringify({ canary }) }]);
}

describe('the board of the queues', () => {
  it('shows nothing without the password', async () => {
    const { ask } = await openBoard();
    for (const path of ['/queues', '/queues/', '/queues/api/queues', '/queues/static/js/main.js']) {
      const answer = await ask(path, { shown: '' });
      expect(answer.status, path).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
      expect((await ask(path, { shown: `${password}!` })).status, path).toBe(401);
    }
  });

  it('answers probes to everybody, and sends everybody else to the queues', async () => {
    const { ask } = await openBoard();
    expect((await ask('/readyz', { shown: '' })).status).toBe(200);
    expect((await ask('/', { shown: '' })).headers.get('location')).toBe('/queues');
  });

  it('shows every queue and its jobs, and nothing of what they hold', async () => {
    const { ask, queue } = await openBoard();
    const job = await queue.add('store-submissions', batch());
    const listed = await ask('/queues/api/queues?activeQueue=submissions&status=latest&page=1&jobsPerPage=10');
    const list = await listed.text();
    const { queues } = JSON.parse(list) as { queues: { name: string; counts: { waiting: number }; jobs: object[] }[] };
    expect(queues.map(({ name, counts }) => [name, counts.waiting])).toEqual([
      ['submissions', 1],
      ['mail', 0],
      ['mail-events', 0],
      ['deliveries', 0],
      ['failing-deliveries', 0],
      ['form-checks', 0],
    ]);
    expect(queues[0]?.jobs).toMatchObject([{ id: job.id, name: 'store-submissions', data: 'not shown here' }]);
    const one = await ask(`/queues/api/queues/submissions/${job.id}`);
    expect(one.status).toBe(200);
    expect(list + (await one.text())).not.toContain(canary);
  });

  it('shows the queue of each lane, under the number of the lane', async () => {
    const { ask, laneQueue } = await openBoard(2);
    const job = await laneQueue.add('store-submissions', batch());
    const { queues } = (await (await ask('/queues/api/queues')).json()) as {
      queues: { name: string; counts: { waiting: number } }[];
    };
    expect(queues).toHaveLength(7);
    expect(queues.at(-1)).toMatchObject({ name: 'lane-1-submissions', counts: { waiting: 1 } });
    const one = await ask(`/queues/api/queues/lane-1-submissions/${job.id}`);
    expect(one.status).toBe(200);
    expect(await one.text()).not.toContain(canary);
  });

  it('lets nobody change anything', async () => {
    const { ask, queue } = await openBoard();
    const job = await queue.add('store-submissions', batch());
    for (const [method, path] of [
      ['PUT', `/queues/api/queues/submissions/${job.id}/clean`],
      ['PUT', '/queues/api/queues/submissions/pause'],
      ['PUT', '/queues/api/queues/submissions/empty'],
      ['POST', '/queues/api/queues/submissions/add'],
      // The board may support these in a later version.
      ['DELETE', '/queues/api/queues/submissions/everything'],
    ] as const) {
      expect((await ask(path, { method })).status, path).toBe(405);
    }
    expect(await queue.getWaitingCount()).toBe(1);
  });

  it('asks nobody but itself for what its page needs', async () => {
    const { ask } = await openBoard();
    const page = await ask('/queues/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'self'; style-src 'self' 'unsafe-inline'/,
    );
    const [, script = ''] = /src="(static\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await ask(`/queues/${script}`)).status).toBe(200);
  });

  it('listens to no password any more after ten wrong ones', async () => {
    const { ask } = await openBoard();
    for (let n = 0; n < 10; n += 1) expect((await ask('/queues/', { shown: `guess ${n}` })).status).toBe(401);
    const answer = await ask('/queues/');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('does not start with a short password, or none', () => {
    const env = { REDIS_URL: 'redis://127.0.0.1:1' };
    expect(() => loadConfig(env)).toThrow('QUEUE_BOARD_PASSWORD: is missing');
    expect(() => loadConfig({ ...env, QUEUE_BOARD_PASSWORD: 'short' })).toThrow('at least 16 characters');
  });
});
