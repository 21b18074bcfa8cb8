import { randomUUID } from 'node:crypto';
import { keptCheckSchema, type MailOutcome, mailOutcomeSchema } from '@inlet/contracts/mail-check';
import { testMail } from '@inlet/mail/mails/probes/test-mail';
import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { checkSenderJob } from '#mail/check-sender.job.ts';
import { createMailer } from '#mail/mailer.ts';
import { sendMailJob } from '#mail/send-mail.job.ts';
import { startSmtpServer } from '#mail/smtp-server.test-setup.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

const to = 'ada@example.test';
const lines: string[] = [];
const logger = createLogger({ service: 'worker', level: 'trace' }, { write: (line) => void lines.push(line) });
let worker: TestWorker;

beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());

/** What is noted of a test mail to a server that answers like this. */
async function outcomeWith(answer: (line: string) => string | undefined, url = 'smtp://'): Promise<MailOutcome> {
  const server = await startSmtpServer({ answer });
  const mailer = createMailer({ url: server.url.replace('smtp://', url), from: 'Inlet <no-reply@localhost>' });
  onTestFinished(mailer.close);
  const send = sendMailJob({ ...worker.deps, mailer, metrics: createMetrics('worker') }, { note: () => undefined });
  const jobId = randomUUID();
  await send(testMail(to, 'http://localhost:8080'), { jobId, lane: 0, logger }).catch((err: unknown) =>
    logger.error({ err }, 'queue: job failed'),
  );
  const { redis, owner, keys } = { ...worker.deps, ...worker };
  await owner.prisma.suppression.deleteMany();
  expect(await redis.ttl(keys.mailOutcome(jobId))).toBeGreaterThan(3_000);
  return mailOutcomeSchema.parse(JSON.parse((await redis.get(keys.mailOutcome(jobId))) ?? ''));
}

it.each([
  ['sent', '.', '250 2.0.0 queued as 4711'],
  ['refused', 'RCPT', '550 5.1.1 <ada@example.test>: no such user'],
  ['refused', '.', '554 5.7.1 looks like spam'],
  ['retrying', 'RCPT', '451 4.7.1 greylisted, try again'],
  ['retrying', 'MAIL', '550 5.7.1 not your sender'],
])('notes that a test mail is %s, with the answer of the mail server', async (state, verb, answer) => {
  const outcome = await outcomeWith((line) => (line.split(' ')[0] === verb ? answer : undefined));
  expect(outcome).toMatchObject({ state, answer });
  // The answer belongs to the person, and not into logs.
  expect(lines.join('')).not.toContain(answer.slice(10));
});

it('notes no answer that may repeat the password', async () => {
  const outcome = await outcomeWith(
    (line) => (line.startsWith('AUTH') ? `535 5.7.8 bad ${line}` : undefined),
    'smtp://me:secret@',
  );
  expect(outcome).toMatchObject({ state: 'retrying', answer: 'EAUTH at AUTH PLAIN 535' });
});

it('notes that the address gets no mail, and nothing of other mails', async () => {
  await worker.owner.prisma.suppression.create({ data: { email: to, scope: 'all', reason: 'complaint' } });
  expect(await outcomeWith(() => undefined)).toMatchObject({ state: 'suppressed', answer: null });
  const mailer = { send: async () => '250 ok', close: () => undefined };
  const send = sendMailJob({ ...worker.deps, mailer, metrics: createMetrics('worker') }, { note: () => undefined });
  await send({ to, subject: 'Hello', text: 'Hello', html: 'Hello' }, { jobId: 'other', lane: 0, logger });
  expect(await worker.deps.redis.exists(worker.keys.mailOutcome('other'))).toBe(0);
});

it('keeps what the check of the sender found, and does not ask again for a while', async () => {
  const { redis, config } = worker.deps;
  const questions: string[] = [];
  const resolver = {
    resolve: async (name: string, type: string) => {
      questions.push(`${type} ${name}`);
      throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
    },
    reverse: async () => [],
    cancel: () => undefined,
  };
  const look = async () => ({ isOffered: false, problem: null, endsAt: null });
  const check = checkSenderJob(
    { redis, config: { ...config, MAIL_FROM: 'a@example.org', SMTP_URL: 'smtp://mail:25' } },
    { resolver, look },
  );
  await check({}, { jobId: 'check-sender', lane: 0, logger });
  const kept = keptCheckSchema.parse(JSON.parse((await redis.get(worker.keys.senderCheck)) ?? ''));
  expect(kept).toMatchObject({ sender: 'a@example.org' });
  expect(kept.checks?.map(({ id, level }) => `${id} ${level}`)).toEqual([
    ...['spf fault', 'dkim warning', 'dmarc warning', 'reverse-dns unknown', 'tls ok'],
  ]);
  const asked = questions.length;
  await check({}, { jobId: 'check-sender', lane: 0, logger });
  expect([asked > 0, questions.length]).toEqual([true, asked]);
  expect(await redis.ttl(worker.keys.senderCheck)).toBeLessThanOrEqual(300);
});
