import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { targetContext } from '@inlet/contracts/target-secrets';
import { createSealing } from '@inlet/crypto/sealing';
import { internalAuthorization } from '@inlet/http/internal-token';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { signatureHeaders } from '@inlet/outbound/signatures';
import { packBatch } from '@inlet/submissions/batch';
import { buildAcceptedSubmission, buildSubmission } from '@inlet/testing/build-submission';
import { buildTarget } from '@inlet/testing/build-target';
import pg from 'pg';
import type { ObservedStack } from '#alerts/observed-stack.test-setup.ts';
import { blockedBackends, postJson } from '#house/house.test-setup.ts';
import { controlStripe, sendStripeEvent } from '#house/stripe.test-setup.ts';

/** `MAIL_EVENTS_SECRET` of the services. */
export const mailEventsSecret = `whsec_${Buffer.from('the secret of reports of a test!').toString('base64')}`;

/** A fault, and the alerts that must fire for it. */
export interface Cause {
  readonly alerts: readonly string[];
  /** The result ends the cause. */
  readonly provoke?: (stack: ObservedStack) => Promise<() => unknown>;
  /** Repeated until the alerts fire. */
  readonly meanwhile?: (stack: ObservedStack) => Promise<unknown>;
  /** True if this process cannot cause the fault. */
  readonly isImpossible?: (stack: ObservedStack) => boolean;
  /** Alerts that fire only after the cause has ended. */
  readonly alertsAfter?: readonly string[];
}

/** The causes, by a description of the event. */
export type Causes = Readonly<Record<string, Cause>>;

/** Causes that do not affect each other. */
export const separateCauses: Causes = {
  'the database refuses a submission': {
    alerts: ['DeadSubmissions'],
    provoke: async ({ form, queues, database }) => {
      const submission = buildAcceptedSubmission({ formId: form.id, userId: form.userId, json: 'no JSON' });
      await queues.submissions.add('store-submissions', packBatch([submission]));
      return () => database.pool.query('delete from dead_submissions');
    },
  },
  'a batch cannot be read': {
    alerts: ['SubmissionJobsFailed'],
    provoke: async ({ queues: { submissions } }) => {
      await submissions.add('store-submissions', { rows: 'none' });
      return () => submissions.clean(0, 0, 'failed');
    },
  },
  'nobody takes the mails': {
    alerts: ['MailFailing'],
    provoke: async ({ queues: { mail } }) => {
      await mail.add('send-mail', { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
      return () => mail.obliterate({ force: true });
    },
  },
  'recipients call mails spam': {
    alerts: ['MailBouncing'],
    meanwhile: ({ urls }) => {
      const report = { type: 'complaint', email: 'eve@example.com' };
      const body = JSON.stringify(report);
      const headers = signatureHeaders({ id: randomUUID(), body, at: new Date(), secrets: [mailEventsSecret] });
      return postJson(`${urls.account}/mail-events/generic`, report, headers);
    },
  },
  'no worker can teach a filter': {
    alerts: ['DueWorkLate'],
    provoke: async ({ form: { id: formId, userId }, database: { prisma } }) => {
      const submissionId = randomUUID();
      const markedAt = new Date(Date.now() - 180_000);
      // Without a model to lock, the lesson waits.
      await prisma.spamLesson.create({ data: { submissionId, formId, userId, isSpam: true, markedAt } });
      return () => prisma.spamLesson.deleteMany({ where: { submissionId } });
    },
  },
  'files fill their volume': {
    alerts: ['StorageNearlyFull'],
    provoke: async ({ form: { userId }, database: { prisma } }) => {
      const key = { userId, period: 'storage', resource: 'storage' };
      const where = { userId_period_resource: key };
      await prisma.quota.upsert({ where, create: { ...key, direct: 1e15 }, update: { direct: 1e15 } });
      return () => prisma.quota.update({ where, data: { direct: 0 } });
    },
  },
  'the disk of a store is nearly full': {
    alerts: ['DiskNearlyFull'],
    isImpossible: ({ watched }) => !watched.isSmall,
    provoke: ({ watched }) => watched.fillDisk(),
  },
  'no backup has been written for days': {
    alerts: ['BackupOld'],
    provoke: async ({ watched }) => {
      await watched.spendBackups();
      return watched.backUp;
    },
  },
  'the certificate of the public address is not renewed': {
    alerts: ['CertificateEnds'],
    provoke: async ({ watched }) => {
      const beginWith = async (days: number) => {
        await watched.renew(days);
        // The check runs at the start, and then once an hour.
        await watched.stop();
        await watched.start();
      };
      await beginWith(10);
      return () => beginWith(90);
    },
  },
  'no worker gets to the retention of a form': {
    alerts: ['RetentionLate'],
    provoke: async ({ form: { id }, database: { pool, prisma } }) => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into retention_runs (form_id, before, touched_at) values ($1, now(), now())', [id]);
      await prisma.form.update({ where: { id }, data: { retentionDays: 1 } });
      await buildSubmission(prisma, { formId: id, createdAt: new Date(Date.now() - 3 * 86_400_000) });
      return async () => {
        await prisma.form.update({ where: { id }, data: { retentionDays: null } });
        await client.query('rollback');
        client.release();
      };
    },
  },
  'a partition is missing': {
    alerts: ['PartitionsLate'],
    provoke: async ({ database: { pool } }) => {
      const last = `select name from partitions_of('audit_events') order by ends_on desc limit 1`;
      const { rows } = await pool.query<{ name: string }>(last);
      await pool.query(`drop table ${rows[0]?.name}`);
      return () => pool.query('select keep_partitions()');
    },
  },
  'an event of Stripe cannot be worked off': {
    alerts: ['StripeEventLag'],
    provoke: async ({ urls, secrets, database }) => {
      await controlStripe(urls.stripe, 'faults', { requests: 1_000, status: 503 });
      const object = { id: 'sub_1', object: 'subscription', customer: 'cus_1' };
      const id = `evt_${randomUUID()}`;
      const type = 'customer.subscription.updated';
      const event = { id, object: 'event', type, livemode: false, created: 1, data: { object } };
      await sendStripeEvent(urls.account, event, `whsec_${secrets.webhookSecret}`);
      // Two minutes pass.
      await database.pool.query(`update stripe_events set received_at = received_at - interval '2 minutes'`);
      return async () => {
        await controlStripe(urls.stripe, 'faults', { requests: 0, status: 503 });
        await database.pool.query('delete from stripe_events where id = $1', [id]);
      };
    },
  },
  'nobody takes the turns of targets': {
    alerts: ['DeliveriesLate'],
    provoke: async ({ queues: { deliveries } }) => {
      await deliveries.pause();
      await deliveries.add('deliver', { targetId: randomUUID() }, { timestamp: Date.now() - 60_000 });
      return () => deliveries.resume();
    },
  },
  'no receiver can be reached': {
    alerts: ['DeliveriesFailing'],
    provoke: async ({ database, secrets, form }) => {
      const id = randomUUID();
      const url = 'http://127.0.0.1:1/';
      const contents = { url, headers: {}, settings: {}, secret: 'whsec_c2VjcmV0', oldSecret: null };
      const sealed = createSealing([secrets.encryptionKeys]).seal(JSON.stringify(contents), targetContext(id));
      await buildTarget(database.prisma, { id, formId: form.id, sealed: new Uint8Array(sealed) });
      return () => database.prisma.target.delete({ where: { id } });
    },
    meanwhile: ({ submit }) => submit(),
  },
  "Stripe's webhooks are signed with another secret": {
    alerts: ['StripeWebhooksRefused'],
    meanwhile: ({ urls }) => sendStripeEvent(urls.account, {}, 'whsec_of_somebody_else'),
  },
  'Redis has little room left': {
    alerts: ['RedisMemoryHigh'],
    provoke: async ({ redis }) => {
      const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
      await redis.config('SET', 'maxmemory', Math.round(used / 0.85));
      return () => redis.config('SET', 'maxmemory', 0);
    },
  },
  'a process gets no processor': {
    alerts: ['EventLoopLag'],
    meanwhile: async ({ services }) => {
      const pid = await services.gateway.pid();
      process.kill(pid, 'SIGSTOP');
      await pause(300);
      process.kill(pid, 'SIGCONT');
    },
  },
};

export const blockingCauses: Causes = {
  'the backend of the worker hangs': {
    alerts: ['WorkerStalled', 'SubmissionsWaiting'],
    alertsAfter: ['SubmissionsStoredLate'],
    provoke: async (stack) => {
      const unlock = await lockTable(stack, 'form_totals');
      await stack.submit();
      const backend = await waitUntil(async () => (await blockedBackends(stack, 'form_totals'))[0], {
        what: 'a batch of the worker to wait for the lock',
      });
      process.kill(backend, 'SIGSTOP');
      await unlock();
      // One after the other, so that each is a batch. The worker holds some, and the others wait. A few wait for a
      // moment before the worker takes them.
      for (let n = 0; (await stack.queues.submissions.getWaitingCount()) < 5; n += 1) await stack.submit({ n });
      return () => process.kill(backend, 'SIGCONT');
    },
  },
  'statements wait for a connection': {
    alerts: ['DatabasePoolExhausted'],
    provoke: async (stack) => {
      const unlock = await lockTable(stack, 'uploads');
      const cancel = { method: 'DELETE', headers: internalAuthorization(stack.secrets.internalToken) };
      const asked = Promise.allSettled(
        Array.from({ length: 40 }, () => fetch(`${stack.urls.account}/internal/uploads/${randomUUID()}`, cancel)),
      );
      return async () => {
        await unlock();
        await asked;
      };
    },
  },
};

async function lockTable({ database }: ObservedStack, table: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query(`begin; lock table ${pg.escapeIdentifier(table)} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
