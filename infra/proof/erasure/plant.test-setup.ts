import type { PrismaClient } from '@inlet/db/client';
import type { Database } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { jobOptions, jobs } from '@inlet/queue/jobs';
import type { RedisKeys } from '@inlet/redis/keys';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission, buildSubmission } from '@inlet/testing/build-submission';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';

export const address = 'ada.planted@erasure.example';
const disguised = String.raw`ADA.planted\u0040Erasure.example`;
const rowsAtOnce = 50_000;
/** The person's data in another account: submissions and a mail. */
export const copies = { submissions: 3, mails: 1 };

/** The form of the account that erases, with `count` submissions; every hundredth belongs to the person. */
export async function plantRows(
  { pool, prisma }: Database,
  { userId, formId, count }: { userId: string; formId: string; count: number },
): Promise<void> {
  for (let from = 0; from < count; from += rowsAtOnce) {
    await pool.query(
      `insert into submissions (id, form_id, data, is_spam, reply_to, created_at)
       select gen_random_uuid(), $1, (case n % 400
           when 0 then json_build_object('email', $4::text)::text
           when 100 then json_build_object('people', json_build_array(json_build_object('mail', upper($4))))::text
           when 200 then '{"email":"${disguised}"}'
           else json_build_object('email', 'visitor-' || n || '@elsewhere.example', 'message', repeat('A message. ', 12))::text
         end)::json, n % 300 = 0, case n % 400 when 300 then $4 end, now() - n * interval '1 second'
       from generate_series($2::int, $3::int) as n`,
      [formId, from, Math.min(from + rowsAtOnce, count) - 1, address],
    );
  }
  await pool.query(
    `insert into form_totals (form_id, submission_count, spam_count)
     select form_id, count(*) filter (where not is_spam), count(*) filter (where is_spam) from submissions
     where form_id = $1 group by form_id
     on conflict (form_id) do update set submission_count = excluded.submission_count, spam_count = excluded.spam_count`,
    [formId],
  );
  const { id: targetId } = await buildTarget(prisma, { formId, sealed: new Uint8Array(1), state: 'paused' });
  const theirs = `select id, form_id, created_at, row_number() over () as n from submissions
    where form_id = $1 and (lower(data::text) ~ 'ada.planted' or reply_to is not null)`;
  await pool.query(
    `insert into submission_states (submission_id, form_id, received_at, note)
     select id, form_id, created_at, 'Called' from (${theirs}) as theirs`,
    [formId],
  );
  await pool.query(
    `insert into deliveries (target_id, event_id, type, submission_id, occurred_at, due_at)
     select $2, gen_random_uuid(), 'submission.created', id, created_at, '2999-01-01' from (${theirs}) as theirs`,
    [formId, targetId],
  );
  // Each has its own attempt, and an attempt of another submission whose response contains the address.
  await pool.query(
    `insert into delivery_attempts (id, target_id, event_id, type, submission_id, number, state, duration_ms, started_at, response)
     select uuidv7(), $2, gen_random_uuid(), 'submission.created', case half when 0 then id else gen_random_uuid() end, 1, 'failed', 1,
       now(), case when half = 0 then 'no' when n % 2 = 0 then 'no mailbox ' || $3 else '{"to":"${disguised}"}' end
     from (${theirs}) as theirs, generate_series(0, 1) as half`,
    [formId, targetId, address],
  );
  const aside = unstored(userId, formId, { email: address });
  await prisma.deadSubmission.create({
    data: { id: aside.id, formId, payload: Buffer.from(JSON.stringify(aside)), reason: 'no room' },
  });
  await prisma.suppression.create({ data: { email: address, scope: 'all', reason: 'complaint' } });
  await pool.query('analyze submissions');
}

/** The same address in the forms of another account, which must stay unchanged. */
export async function plantCopies(prisma: PrismaClient): Promise<string> {
  const { id: userId } = await buildUser(prisma);
  const { id: formId } = await buildForm(prisma, { userId });
  for (let n = 0; n < copies.submissions; n += 1) await buildSubmission(prisma, { formId, data: { email: address } });
  await prisma.formTotal.create({ data: { formId, submissionCount: copies.submissions } });
  return formId;
}

const unstored = (userId: string, formId: string, fields: object): AcceptedSubmission =>
  buildAcceptedSubmission({ userId, formId, json: JSON.stringify(fields) });

/** Waiting mails, one of them for another account's form, a waiting batch and a failed one, as they are in Redis. */
export async function plantJobs(
  redis: Redis,
  keys: RedisKeys,
  { userId, formId, otherFormId }: { userId: string; formId: string; otherFormId: string },
): Promise<void> {
  const queueOf = (name: string) => new Queue(name, { connection: redis, prefix: keys.queues });
  const [mails, batches] = [queueOf(jobs['send-mail'].queue), queueOf(jobs['store-submissions'].queue)];
  const mail = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  const waiting = [
    { ...mail, to: address, kind: 'auto-reply', formId },
    { ...mail, to: 'owner@elsewhere.example', kind: 'notification', text: `From ${address}`, formId },
    { ...mail, to: address, kind: 'auto-reply', formId: otherFormId },
  ];
  for (const each of waiting) await mails.add('send-mail', each, { delay: 3_600_000 });
  const batchOf = (email: string) =>
    packBatch([unstored(userId, formId, { email }), unstored(userId, formId, { email: 'grace@elsewhere.example' })]);
  const id = 'planted-failed';
  await batches.add('store-submissions', batchOf(address), { jobId: id, attempts: 1 });
  const connection = redis.duplicate({ maxRetriesPerRequest: null });
  const fail = () => Promise.reject(new Error('no'));
  const failing = new Worker(batches.name, fail, { connection, prefix: keys.queues });
  await waitUntil(async () => (await batches.getJobState(id)) === 'failed', { what: 'the batch to fail' });
  await failing.close();
  connection.disconnect();
  const options = jobOptions('store-submissions', 'planted-waiting');
  await batches.add('store-submissions', batchOf(address.toUpperCase()), options);
  await Promise.all([mails.close(), batches.close()]);
}
