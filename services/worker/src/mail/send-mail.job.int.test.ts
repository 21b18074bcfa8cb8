import { randomUUID } from 'node:crypto';
import type { Mail } from '@inlet/contracts/mail';
import { freePort } from '@inlet/local-servers/free-port';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLogger } from '@inlet/process/logger';
import { openProducer, type Producer } from '@inlet/queue/producer';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { describe, expect, it, onTestFinished } from 'vitest';
import { consume } from '#consume.ts';
import { createMailer } from '#mail/mailer.ts';
import { startSmtpServer } from '#mail/smtp-server.test-setup.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

const mail = (overrides: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.test',
  subject: 'Your new password',
  text: 'Open https://inlet.test/auth?mode=reset',
  html: '<p>Open <a href="https://inlet.test/auth?mode=reset">this</a></p>',
  ...overrides,
});

interface Sender {
  readonly worker: TestWorker;
  readonly redis: RedisConnection;
  readonly producer: Producer;
  readonly send: (id: string, overrides?: Partial<Mail>) => Promise<void>;
  /** BullMQ's record of a mail: its state, its attempts, and the reason of a failure. */
  readonly jobOf: (id: string) => Promise<{ state: string; attempts: number; reason: string }>;
  readonly log: () => string;
  /** How often the watch of submissions was notified of progress. */
  readonly noted: { readonly count: number };
}

/** A worker that consumes, with a mail server at this address. */
async function start(smtpUrl: string): Promise<Sender> {
  const worker = await openTestWorker({ smtpUrl });
  onTestFinished(worker.close);
  const lines: string[] = [];
  const noted = { count: 0 };
  const logger = createLogger({ service: 'worker', level: 'trace' }, { write: (line) => void lines.push(line) });
  const lanes = worker.deps.lanes.map((lane) => {
    const progress = { ...lane.progress, note: () => void noted.count++ };
    return { ...lane, logger, progress };
  });
  consume({ ...worker.deps, logger, lanes });
  const redis = openRedis({ role: 'client', url: worker.deps.config.REDIS_URL, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, 60_000);
  const producer = openProducer(redis, worker.keys);
  onTestFinished(producer.close);
  const queue = `${worker.keys.queues}:mail`;
  return {
    worker,
    redis,
    producer,
    send: (id, overrides) => producer.add('send-mail', id, mail(overrides)),
    jobOf: async (id) => {
      const [failed, delayed] = await Promise.all(
        ['failed', 'delayed'].map((set) => redis.zscore(`${queue}:${set}`, id)),
      );
      const job = await redis.hgetall(`${queue}:${id}`);
      const state = failed != null ? 'failed' : delayed != null ? 'delayed' : 'elsewhere';
      return { state, attempts: Number(job.atm ?? 0), reason: job.failedReason ?? '' };
    },
    log: () => lines.join(''),
    noted,
  };
}

const until = (sender: Sender, id: string, state: string) =>
  waitUntil(
    async () => {
      const job = await sender.jobOf(id);
      return job.state === state && job;
    },
    { what: `${id} to be ${state}` },
  );

describe('send-mail', () => {
  it('hands the mail to the server as it is, under an id that is made from the job', async () => {
    const server = await startSmtpServer();
    const sender = await start(server.url);
    await sender.send('reset-1');
    await waitUntil(() => server.mails.length > 0);
    const [{ recipients, source } = { recipients: [], source: '' }] = server.mails;
    expect(recipients).toEqual(['ada@example.test']);
    for (const line of ['To: ada@example.test', 'Subject: Your new password', 'Message-ID: <reset-1@localhost>']) {
      expect(source).toContain(line);
    }
    expect(source).toContain('From: Inlet <no-reply@localhost>');
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).toContain('text/plain');
    expect(source).toContain('text/html');
  });

  it('delivers once what is added twice under one id, also when the first is long done', async () => {
    const server = await startSmtpServer();
    const sender = await start(server.url);
    await Promise.all([sender.send('once'), sender.send('once')]);
    await waitUntil(() => server.mails.length > 0);
    await waitUntil(async () => (await sender.redis.exists(`${sender.worker.keys.queues}:mail:once`)) === 0);
    await sender.send('once');
    await waitUntil(async () => (await sender.redis.exists(`${sender.worker.keys.queues}:mail:once`)) === 0);
    await sender.send('another');
    await waitUntil(() => server.mails.length > 1);
    expect(server.mails.map(({ source }) => /Message-ID: <(.*)@/.exec(source)?.[1])).toEqual(['once', 'another']);
  });

  it('retries when the mail server was away, and logs why it waits', async () => {
    const port = await freePort();
    const sender = await start(`smtp://127.0.0.1:${port}`);
    await sender.send('patient');
    expect(await until(sender, 'patient', 'delayed')).toMatchObject({ attempts: 1 });
    const server = await startSmtpServer({ port });
    await waitUntil(() => server.mails.length > 0, { what: 'the second attempt' });
    expect(server.mails).toHaveLength(1);
    expect(sender.log()).toContain('The mail was not taken: ESOCKET at CONN');
  });

  it('retries after a temporary refusal of the server', async () => {
    const server = await startSmtpServer({ answer: (line) => (line.startsWith('RCPT') ? '450 later' : undefined) });
    const sender = await start(server.url);
    await sender.send('greylisted');
    expect(await until(sender, 'greylisted', 'delayed')).toMatchObject({ attempts: 1 });
  });

  it.each([
    ['an address', 'RCPT', 'EENVELOPE at RCPT TO 550'],
    ['the words', '.', 'EMESSAGE at DATA 550'],
  ])(
    'fails once, and is kept, where the server refuses %s for good; the next mail is none the worse',
    async (_, at, reason) => {
      let isRefusing = true;
      const server = await startSmtpServer({
        answer: (line) => (isRefusing && line.startsWith(at) ? '550 no such user' : undefined),
      });
      const sender = await start(server.url);
      await sender.send('refused');
      const failed = await until(sender, 'refused', 'failed');
      expect(failed).toMatchObject({ attempts: 1, reason: `The mail was not taken: ${reason}` });
      isRefusing = false;
      await sender.send('welcome', { to: 'eve@example.test' });
      await waitUntil(() => server.mails.length > 0);
    },
  );

  describe('after a bounce', () => {
    const suppressionsOf = (sender: Sender) => sender.worker.owner.prisma.suppression.findMany();

    it('sends nothing more to the address, but what its owner has just asked for', async () => {
      const server = await startSmtpServer({
        answer: (line) => (/^RCPT TO:<gone@/i.test(line) ? '550 5.1.1 no such user' : undefined),
      });
      const sender = await start(server.url);
      await sender.send('bounces', { to: 'Gone@example.test' });
      await until(sender, 'bounces', 'failed');
      expect(await suppressionsOf(sender)).toMatchObject([
        { email: 'gone@example.test', scope: 'all', reason: 'bounce' },
      ]);
      const commands = () => server.mails.length;
      await sender.send('suppressed', { to: 'gone@example.test', kind: 'notification' });
      await waitUntil(async () => (await sender.redis.exists(`${sender.worker.keys.queues}:mail:suppressed`)) === 0);
      await sender.send('others', { to: 'ada@example.test' });
      await waitUntil(() => commands() === 1);
      await sender.send('asked-for', { to: 'gone@example.test', kind: 'requested' });
      expect(await until(sender, 'asked-for', 'failed')).toMatchObject({ attempts: 1 });
      const text = await sender.worker.deps.metrics.registry.metrics();
      expect(text).toMatch(/inlet_mails_total\{outcome="suppressed".*\} 1/);
      expect(text).toMatch(/inlet_mail_reports_total\{source="smtp",report="bounce".*\} 2/);
    });

    it.each(['550 5.7.1 relaying denied', '552 5.2.2 mailbox full'])(
      'goes on where the server says %s',
      async (answer) => {
        const server = await startSmtpServer({ answer: (line) => (line.startsWith('RCPT') ? answer : undefined) });
        const sender = await start(server.url);
        await sender.send('refused');
        await until(sender, 'refused', 'failed');
        expect(await suppressionsOf(sender)).toEqual([]);
      },
    );

    it('sends no auto-reply to an address that wants none, but all other mails', async () => {
      const server = await startSmtpServer();
      const sender = await start(server.url);
      const data = { email: 'ada@example.test', scope: 'auto-reply', reason: 'unsubscribed' };
      await sender.worker.owner.prisma.suppression.create({ data });
      await sender.send('answer', { kind: 'auto-reply', to: 'Ada+shop@example.test' });
      await sender.send('notice', { kind: 'notification' });
      await waitUntil(() => server.mails.length > 0);
      expect(server.mails.map(({ source }) => /Message-ID: <(.*)@/.exec(source)?.[1])).toEqual(['notice']);
    });
  });

  it('never makes two addresses out of one', async () => {
    const server = await startSmtpServer();
    const sender = await start(server.url);
    await sender.send('list', { to: 'ada@example.test, eve@example.test' });
    await sender.send('lines', { to: 'ada@example.test>\r\nRCPT TO:<eve@example.test' });
    await sender.send('subject', { subject: 'Hello\r\nBcc: eve@example.test' });
    await waitUntil(() => server.mails.length === 3);
    const recipients = server.mails.flatMap((taken) => taken.recipients);
    expect(recipients).toHaveLength(3);
    expect(recipients).not.toContain('eve@example.test');
    expect(server.mails.every(({ source }) => !/^Bcc:/im.test(source))).toBe(true);
  });

  it('does not pass for a sign that submissions are taken up', async () => {
    const server = await startSmtpServer();
    const sender = await start(server.url);
    await sender.send('a');
    await waitUntil(() => server.mails.length > 0);
    await waitUntil(async () => (await sender.redis.exists(`${sender.worker.keys.queues}:mail:a`)) === 0);
    expect(sender.noted.count).toBe(0);
    await sender.producer.add(
      'store-submissions',
      'batch',
      packBatch([buildAcceptedSubmission({ formId: randomUUID() })]),
    );
    await waitUntil(() => sender.noted.count > 0);
  });

  it('logs neither its recipient nor its words nor our own password', async () => {
    const secrets = ['ada@example.test', 'your new password', 'mode=reset', 'hunter2', 'aHVudGVyMg', 'AG1lAGh1bnRlcjI'];
    const answers = new Map([
      ['AUTH', '535 me hunter2 is wrong'],
      ['RCPT', '550 <ada@example.test> Your new password'],
    ]);
    const server = await startSmtpServer({ answer: (line) => answers.get(line.split(' ')[0] ?? '') });
    const sender = await start(server.url.replace('//', '//me:hunter2@'));
    await sender.send('unknown-to-us');
    await until(sender, 'unknown-to-us', 'delayed');
    answers.delete('AUTH');
    await sender.send('unknown-to-them');
    await until(sender, 'unknown-to-them', 'failed');
    answers.clear();
    await sender.send('taken', { to: 'eve@example.test' });
    await waitUntil(() => server.mails.length > 0);
    const log = sender.log().toLowerCase();
    expect(log).toContain('queue: job failed');
    for (const secret of secrets) expect(log).not.toContain(secret.toLowerCase());
  });
});

describe('a mail server that never responds', () => {
  it('holds up mails alone: submissions are stored meanwhile', async () => {
    const server = await startSmtpServer({ answer: () => null });
    const sender = await start(server.url);
    await Promise.all(['a', 'b', 'c'].map((id) => sender.send(id)));
    await waitUntil(() => server.connected() >= sender.worker.deps.config.WORKER_CONCURRENCY);
    const { prisma } = sender.worker.owner;
    const form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    const submission = buildAcceptedSubmission({ formId: form.id });
    await sender.producer.add('store-submissions', 'batch', packBatch([submission]));
    await waitUntil(() => prisma.submission.findUnique({ where: { id: submission.id } }));
    expect(server.connected()).toBeGreaterThan(0);
    // The worker would wait for it when it closes.
    server.close();
  });

  it('is left when our patience is over, and the mail may be tried again', async () => {
    const server = await startSmtpServer({ answer: (line) => (line === '.' ? null : undefined) });
    const mailer = createMailer({ url: server.url, from: 'Inlet <no-reply@inlet.test>', timeoutMs: 200 });
    onTestFinished(mailer.close);
    const reason = 'The mail was not taken: EABORT';
    await expect(mailer.send(mail(), 'slow')).rejects.toMatchObject({ message: reason, isForGood: false });
    await waitUntil(() => server.connected() === 0);
  });
});
