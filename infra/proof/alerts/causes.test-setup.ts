import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { targetContext } from '@inlet/contracts/target-secrets';
import { signatureHeaders } from '@inlet/outbound/signatures';
import { internalAuthorization } from '@inlet/service/internal-token';
import { createSealing } from '@inlet/service/sealing';
import { packBatch } from '@inlet/submissions/batch';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildTarget } from '@inlet/testing/build-target';
import { Queue } from 'bullmq';
import pg from 'pg';
import Stripe from 'stripe';
import type { ObservedStack } from '#alerts/observed-stack.test-setup.ts';
import { postJson } from '#house/house.test-setup.ts';

/** `MAIL_EVENTS_SECRET` of the services. */
export const mailEventsSecret = `whsec_${Buffer.from('the secret of reports of a test!').toString('base64')}`;

/** A fault, and the alerts that must fire for it. */
export interface Cause {
  readonly name: string;
  readonly alerts: readonly string[];
  /** Runs until the signal aborts. The result ends the cause. */
  readonly provoke: (stack: ObservedStack, signal: AbortSignal) => Promise<() => unknown>;
  /** Alerts that fire only after the cause has ended. */
  readonly alertsAfter?: readonly string[];
}

/** Causes that do not affect each other. */
export const separateCauses: readonly Cause[] = [
  {
    name: 'the database refuses a submission',
    alerts: ['DeadSubmissions'],
    provoke: async (stack) => {
      const { form, database } = stack;
      const submission = buildAcceptedSubmission({ formId: form.id, userId: form.userId, json: 'no JSON' });
      await withQueue(stack, 'submissions', (queue) => queue.add('store-submissions', packBatch([submission])));
      return () => database.pool.query('delete from dead_submissions');
    },
  },
  {
    name: 'a batch cannot be read',
    alerts: ['SubmissionJobsFailed'],
    provoke: async (stack) => {
      await withQueue(stack, 'submissions', (queue) => queue.add('store-submissions', { rows: 'none' }));
      return () => withQueue(stack, 'submissions', (queue) => queue.clean(0, 0, 'failed'));
    },
  },
  {
    name: 'nobody takes the mails',
    alerts: ['MailFailing'],
    provoke: async (stack) => {
      const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
      await withQueue(stack, 'mail', (queue) => queue.add('send-mail', mail));
      return () => withQueue(stack, 'mail', (queue) => queue.obliterate({ force: true }));
    },
  },
  {
    name: 'recipients call mails spam',
    alerts: ['MailBouncing'],
    provoke: async ({ urls }, signal) => {
      const report = { type: 'complaint', email: 'eve@example.com' };
      const body = JSON.stringify(report);
      const sending = again(signal, () => {
        const headers = signatureHeaders({ id: randomUUID(), body, at: new Date(), secrets: [mailEventsSecret] });
        return postJson(`${urls.account}/mail-events/generic`, report, headers);
      });
      return () => sending;
    },
  },
  {
    name: 'no worker can teach a filter',
    alerts: ['DueWorkLate'],
    provoke: async ({ form, database }) => {
      const { id: formId, userId } = form;
      const submissionId = randomUUID();
      // Without a model to lock, the lesson waits.
      await database.pool.query(
        `insert into spam_lessons (submission_id, form_id, user_id, is_spam, marked_at)
         values ($1, $2, $3, true, now() - interval '3 minutes')`,
        [submissionId, formId, userId],
      );
      return () => database.pool.query('delete from spam_lessons where submission_id = $1', [submissionId]);
    },
  },
  {
    name: 'files fill their volume',
    alerts: ['StorageNearlyFull'],
    provoke: async ({ form: { userId }, database: { pool } }) => {
      const key = [userId];
      await pool.query(
        `insert into quotas (user_id, period, resource, direct) values ($1, 'storage', 'storage', 1e15)
         on conflict (user_id, period, resource) do update set direct = 1e15`,
        key,
      );
      return () => pool.query(`update quotas set direct = 0 where user_id = $1 and period = 'storage'`, key);
    },
  },
  {
    name: 'no worker gets to the retention of a form',
    alerts: ['RetentionLate'],
    provoke: async ({ form: { id, userId }, database: { pool } }) => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into retention_runs (form_id, before, touched_at) values ($1, now(), now())', [id]);
      await pool.query("update users set plan = 'pro' where id = $1", [userId]);
      await pool.query('update forms set retention_days = 1 where id = $1', [id]);
      const old = `insert into submissions (id, form_id, data, created_at) values ($1, $2, '{}', now() - interval '3 days')`;
      await pool.query(old, [randomUUID(), id]);
      return async () => {
        await pool.query('update forms set retention_days = null where id = $1', [id]);
        await client.query('rollback');
        client.release();
      };
    },
  },
  {
    name: 'a partition is missing',
    alerts: ['PartitionsLate'],
    provoke: async ({ database }) => {
      const { rows } = await database.pool.query<{ name: string }>(
        `select name from partitions_of('audit_events') order by ends_on desc limit 1`,
      );
      await database.pool.query(`drop table ${rows[0]?.name}`);
      return () => database.pool.query('select keep_partitions()');
    },
  },
  {
    name: 'an event of Stripe cannot be worked off',
    alerts: ['StripeEventLag'],
    provoke: async ({ urls, secrets, database }) => {
      await failStripe(urls.stripe, 1_000);
      const object = { id: 'sub_1', object: 'subscription', customer: 'cus_1' };
      const id = `evt_${randomUUID()}`;
      const type = 'customer.subscription.updated';
      const event = { id, object: 'event', type, livemode: false, created: 1, data: { object } };
      await sendEvent(urls.account, event, `whsec_${secrets.webhookSecret}`);
      // Two minutes pass.
      await database.pool.query(`update stripe_events set received_at = received_at - interval '2 minutes'`);
      return async () => {
        await failStripe(urls.stripe, 0);
        await database.pool.query('delete from stripe_events where id = $1', [id]);
      };
    },
  },
  {
    name: 'nobody takes the turns of targets',
    alerts: ['DeliveriesLate'],
    provoke: async (stack) => {
      const timestamp = Date.now() - 60_000;
      await withQueue(stack, 'deliveries', async (queue) => {
        await queue.pause();
        await queue.add('deliver', { targetId: randomUUID() }, { timestamp });
      });
      return () => withQueue(stack, 'deliveries', (queue) => queue.resume());
    },
  },
  {
    name: 'no receiver can be reached',
    alerts: ['DeliveriesFailing'],
    provoke: async ({ database, secrets, form, submit }, signal) => {
      const id = randomUUID();
      const contents = {
        url: 'http://127.0.0.1:1/',
        headers: {},
        settings: {},
        secret: 'whsec_c2VjcmV0',
        oldSecret: null,
      };
      const sealed = createSealing([secrets.encryptionKeys]).seal(JSON.stringify(contents), targetContext(id));
      await buildTarget(database.prisma, { id, formId: form.id, sealed: new Uint8Array(sealed) });
      const sending = again(signal, submit);
      return async () => {
        await sending;
        await database.prisma.target.delete({ where: { id } });
      };
    },
  },
  {
    name: "Stripe's webhooks are signed with another secret",
    alerts: ['StripeWebhooksRefused'],
    provoke: async ({ urls }, signal) => {
      const sending = again(signal, () => sendEvent(urls.account, {}, 'whsec_of_somebody_else'));
      return () => sending;
    },
  },
  {
    name: 'Redis has little room left',
    alerts: ['RedisMemoryHigh'],
    provoke: async ({ redis }) => {
      const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
      await redis.config('SET', 'maxmemory', Math.round(used / 0.85));
      return () => redis.config('SET', 'maxmemory', 0);
    },
  },
  {
    name: 'a process gets no processor',
    alerts: ['EventLoopLag'],
    provoke: async ({ pidOf }, signal) => {
      const pid = pidOf('gateway');
      const starving = again(signal, async () => {
        process.kill(pid, 'SIGSTOP');
        await pause(300);
        process.kill(pid, 'SIGCONT');
      });
      return () => starving;
    },
  },
];

export const blockingCauses: readonly Cause[] = [
  {
    name: 'a lock holds up the worker',
    alerts: ['WorkerStalled', 'SubmissionsWaiting'],
    alertsAfter: ['SubmissionsStoredLate'],
    provoke: async (stack) => {
      const unlock = await lockTable(stack, 'form_totals');
      // One after the other, so that each is a batch: the worker holds sixteen, the others wait.
      for (let n = 0; n < 20; n += 1) await stack.submit({ n });
      return unlock;
    },
  },
  {
    name: 'statements wait for a connection',
    alerts: ['DatabasePoolExhausted'],
    provoke: async (stack) => {
      const unlock = await lockTable(stack, 'monthly_usage');
      const month = new Date().toISOString().slice(0, 7);
      const address = `${stack.urls.account}/internal/usage/${stack.form.userId}/${month}`;
      const headers = internalAuthorization(stack.secrets.internalToken);
      const asked = Promise.allSettled(Array.from({ length: 40 }, () => fetch(address, { headers })));
      return async () => {
        await unlock();
        await asked;
      };
    },
  },
  {
    name: 'Redis is slow, and the worker stores nothing directly',
    alerts: ['IngestSlow'],
    provoke: async ({ redis, submit, pidOf }, signal) => {
      const worker = pidOf('worker');
      process.kill(worker, 'SIGSTOP');
      const slowing = again(signal, async () => {
        await redis.call('CLIENT', 'PAUSE', '900', 'WRITE');
        // Where both ways are known to be closed, the refusal is fast: hundreds of those would hide the slow ones.
        await Promise.all([submit(), pause(1_000)]);
      });
      return () => {
        process.kill(worker, 'SIGCONT');
        return slowing;
      };
    },
  },
];

export const outages: readonly Cause[] = [
  {
    name: 'Redis is away',
    alerts: ['RedisAway', 'DirectPath'],
    provoke: async ({ redisServer, submit }, signal) => {
      await redisServer.stop();
      const sending = again(signal, submit);
      return async () => {
        await redisServer.start();
        await sending;
      };
    },
  },
  {
    name: 'PostgreSQL is away',
    alerts: ['PostgresAway', 'ApiErrors'],
    provoke: async ({ postgres, urls }, signal) => {
      await postgres.stop();
      const asking = again(signal, () => fetch(`${urls.gateway}/api/products`));
      return async () => {
        await postgres.start();
        await asking;
      };
    },
  },
  {
    name: 'the worker is gone, and Redis as well',
    alerts: ['ServiceDown', 'InstanceDown', 'IngestErrors'],
    provoke: async ({ services, redisServer, submit }, signal) => {
      await services.worker.stop();
      await redisServer.stop();
      const sending = again(signal, submit);
      return async () => {
        await redisServer.start();
        await services.worker.start();
        await sending;
      };
    },
  },
  {
    name: 'Redis has become a replica',
    alerts: ['RedisRefusesWrites'],
    provoke: async ({ redis }) => {
      await redis.replicaof('127.0.0.1', 1);
      return () => redis.replicaof('NO', 'ONE');
    },
  },
];

/** Repeats work until the signal aborts. */
async function again(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const betweenMs = 30;
  while (!signal.aborted) {
    await work();
    await pause(betweenMs);
  }
}

async function withQueue({ redis, keys }: ObservedStack, name: string, work: (queue: Queue) => Promise<unknown>) {
  const { host = '', port = 0 } = redis.options;
  const queue = new Queue(name, { connection: { host, port }, prefix: keys.queues });
  try {
    await work(queue);
  } finally {
    await queue.close();
  }
}

async function lockTable({ database }: ObservedStack, table: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query(`begin; lock table ${pg.escapeIdentifier(table)} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

async function failStripe(url: string, requests: number): Promise<void> {
  const answer = await postJson(`${url}/_control/faults`, { requests, status: 503 });
  if (!answer.ok) throw new Error(await answer.text());
}

async function sendEvent(url: string, event: object, secret: string): Promise<void> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: JSON.stringify(event), secret });
  await postJson(`${url}/api/payment/webhook`, event, { 'stripe-signature': signature });
}
