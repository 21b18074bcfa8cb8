import { startProcess } from '@inlet/local-servers/start-process';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { openProducer } from '@inlet/queue/producer';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { createTestDatabase } from '@inlet/testing/test-database';
import { Queue } from 'bullmq';
import { expect, inject, it, onTestFinished } from 'vitest';
import { describeServices } from '#fleet/services.test-setup.ts';
import { urlsOf } from '#stack/services.ts';

/**
 * The worker and the inbox as a start runs them, each started when the test says so, with a separate database and
 * Redis.
 */
async function open() {
  const folder = await createDisposableFolder();
  const { url: databaseUrl, close } = await createTestDatabase();
  onTestFinished(close);
  const { redis, keys, prefix: redisPrefix } = await openTestRedis();
  const stores = { databaseUrl, redisUrl: inject('redisUrl'), redisPrefix };
  const { config, specOf } = await describeServices(folder, stores);
  const lines: string[] = [];

  const producer = openProducer(redis, keys);
  onTestFinished(producer.close);
  const queue = new Queue('mail', { connection: redis, prefix: keys.queues });
  onTestFinished(() => queue.close());

  return {
    producer,
    queue,
    log: () => lines.join(''),
    start: async (name: string) => {
      const spec = specOf(name);
      const env = { ...spec.env, LOG_LEVEL: 'info' };
      const service = startProcess({ ...spec, env }, { onLine: (line) => lines.push(line) });
      onTestFinished(async () => void (await service.stop()));
      await service.ready;
      return service;
    },
    mails: async () => {
      const answer = await fetch(`${urlsOf(config).mail}/api/mails`);
      return ((await answer.json()) as { mails: { subject: string; to: string[] }[] }).mails;
    },
  };
}

it('brings a mail to the inbox once, also when the mail server was away, and keeps it over a restart', async () => {
  const { producer, queue, log, start, mails } = await open();
  const mail = { to: 'ada@example.test', subject: 'First', text: 'Hello, שלום', html: '<p>Hello, שלום' };
  await start('worker');
  await producer.add('send-mail', 'first', mail);
  const waiting = await waitUntil(async () => (await queue.getDelayed()).find(({ id }) => id === 'first'), {
    what: 'the mail to wait for its second attempt',
  });
  expect(waiting.attemptsMade).toBe(1);

  const inbox = await start('mail');
  const arrived = async () => {
    // Another attempt may have failed while the server started.
    await queue.promoteJobs();
    return (await mails()).length === 1;
  };
  await waitUntil(arrived, { what: 'the mail to arrive' });
  await waitUntil(async () => (await queue.getJob('first')) === undefined);
  await producer.add('send-mail', 'first', mail);
  await producer.add('send-mail', 'second', { ...mail, subject: 'Second' });
  await waitUntil(async () => (await mails()).some(({ subject }) => subject === 'Second'));
  const all = await mails();
  expect(all.map(({ subject, to }) => [subject, to])).toEqual([
    ['Second', ['ada@example.test']],
    ['First', ['ada@example.test']],
  ]);

  await inbox.stop();
  await start('mail');
  expect(await mails()).toEqual(all);
  expect(log()).not.toMatch(/ada@|Hello|שלום/);
});
