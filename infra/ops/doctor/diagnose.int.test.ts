import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { freePort } from '@inlet/local-servers/free-port';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { viewBacklog } from '@inlet/queue/backlog';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { Queue } from 'bullmq';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeDiagnosis, diagnose } from '#doctor/diagnose.ts';
import { skewOf } from '#doctor/finding.ts';
import { judgeRoom } from '#doctor/look-at-disk.ts';
import { lookAtMail } from '#doctor/look-at-mail.ts';
import { lookAtSecrets } from '#doctor/look-at-secrets.ts';
import { lookAtStripe } from '#doctor/look-at-stripe.ts';
import { loadSettings } from '#doctor/settings.ts';

const hourMs = 3_600_000;

/** A server that sends this text to every client once it is connected. */
async function startListener(says: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.resume().end(says);
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return port;
}

it('finds a running installation in order, and then each fault that it is given', async () => {
  const { urls, database, redis, keys, fleets, databaseUrl, redisUrl } = await startFleets(1);
  const mailPort = await startListener('220 mail.example.com\r\n');
  const settings = loadSettings({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ACCOUNT_URL: urls.account,
    INGEST_URL: urls.ingest,
    PUBLIC_URL: urls.gateway,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    ERASURE_LEDGER: join(await createDisposableFolder(), 'erasures.ndjson'),
  });
  const troubles = async (changes: Partial<typeof settings> = {}) => {
    const { findings } = await diagnose({ ...settings, ...changes });
    return findings.filter(({ level }) => level !== 'fine').map(({ level, says }) => `${level}: ${says}`);
  };
  await waitUntil(() => redis.exists(keys.formsComplete), { what: 'the form directory' });
  // The tests' PostgreSQL does not force writes to disk, which is the only fault of this installation.
  const ofTests = expect.stringMatching(/^fault: PostgreSQL confirms what is not on disk \(fsync off/);
  const durable = (await database.pool.query('show fsync')).rows[0].fsync === 'on';
  const always = durable ? [] : [ofTests];
  const expectTroubles = async (...found: unknown[]) => expect(await troubles()).toEqual([...always, ...found]);
  await expectTroubles();
  const { notLookedAt } = await diagnose(settings);
  expect(notLookedAt).toContain('WORKER_URL');
  const { findings: unsold } = await diagnose({ ...settings, BILLING: 'off' });
  expect(unsold.map(({ says }) => says)).toContain('Payments are off, and no account has a subscription');
  expect(await troubles({ ERASURE_LEDGER: '/proc/nowhere/ledger' })).toContain(
    'fault: The ledger of erasures cannot be written (/proc/nowhere: ENOENT)',
  );
  expect(await troubles({ ERASURE_LEDGER: undefined })).toContain(
    'warning: No ledger of erasures is kept: a restore brings back what was erased',
  );

  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru', 'appendfsync', 'everysec');
  await expectTroubles(
    'fault: Redis may throw away waiting submissions (maxmemory-policy allkeys-lru)',
    'fault: Redis confirms before it has written to disk (appendfsync everysec)',
  );
  await redis.config('SET', 'maxmemory-policy', 'noeviction', 'appendonly', 'no');
  await expectTroubles('fault: Redis keeps no append-only file');
  await redis.config('SET', 'appendonly', 'yes', 'appendfsync', 'always');

  await redis.config('SET', 'min-replicas-to-write', '1');
  const answerOfIngest = async () => (await fetch(`${urls.ingest}/readyz`)).text();
  const untilIngestMisses = (away: string[]) =>
    waitUntil(async () => (await answerOfIngest()) === JSON.stringify({ status: 'ready', away }), {
      what: `ingest to miss ${away}`,
    });
  await untilIngestMisses(['redis']);
  await expectTroubles(
    expect.stringMatching(/^fault: Redis answers and refuses writes: NOREPLICAS/),
    'warning: ingest works, and goes without redis',
  );
  await redis.config('SET', 'min-replicas-to-write', '0');
  await redis.replicaof('127.0.0.1', 1);
  await untilIngestMisses(['redis']);
  await expectTroubles(
    'fault: Redis is a replica of 127.0.0.1:1 and takes no writes',
    'warning: ingest works, and goes without redis',
  );
  expect((await fetch(`${urls.account}/readyz`)).status).toBe(200);
  await redis.replicaof('NO', 'ONE');
  await untilIngestMisses([]);

  await database.prisma.deadSubmission.create({
    data: { id: crypto.randomUUID(), formId: crypto.randomUUID(), payload: Buffer.from('x'), reason: 'a test' },
  });
  await database.pool.query(
    `insert into stripe_events (id, type, received_at, next_attempt_at)
     values ('evt_1', 'invoice.paid', now() - interval '1 hour', now() + interval '1 hour')`,
  );
  await expectTroubles(
    'warning: PostgreSQL refused 1 submissions, which are kept',
    'fault: An event of Stripe has waited for 60 minutes',
  );
  await database.pool.query(`delete from dead_submissions; delete from stripe_events`);

  const strong = new pg.Client({ connectionString: databaseUrl, application_name: 'account' });
  strong.on('error', () => undefined);
  await strong.connect();
  const { username, pathname } = new URL(databaseUrl);
  await expectTroubles(`fault: account signs in to PostgreSQL as ${username}, a superuser`);
  await strong.end();

  await database.pool.query(`alter database ${pathname.slice(1)} set log_error_verbosity = 'default'`);
  await expectTroubles('warning: PostgreSQL may write what visitors sent into its log');
  await database.pool.query(`alter database ${pathname.slice(1)} reset log_error_verbosity`);

  await fleets.worker.stop();
  const queue = new Queue('submissions', { connection: redis, prefix: keys.queues });
  await queue.add('store-submissions', {}, { timestamp: Date.now() - hourMs });
  const view = viewBacklog(redis, keys, 'submissions');
  await waitUntil(async () => (await view.look()).waiting === 1, { what: 'the job to wait' });
  await expectTroubles(expect.stringMatching(/^fault: 1 jobs wait in the queue submissions, the oldest for 36\d\d s$/));
  await queue.obliterate({ force: true });
  await queue.close();

  await database.pool.query(
    `insert into users (id, email, password_hash, lane) values (gen_random_uuid(), 'lane@x.test', '-', 2);
     insert into direct_batches (id, ids, lane, flushed_at) values (gen_random_uuid(), '{}', 3, null)`,
  );
  const beyond = 'fault: 1 accounts and 1 unsettled batches are in lanes that REDIS_LANES=1 does not have';
  await expectTroubles(beyond);
  expect(await troubles({ REDIS_LANES: 4 })).not.toContainEqual(expect.stringMatching(/unsettled batches/));
  await database.pool.query(`delete from users where lane > 0; delete from direct_batches`);

  await database.pool.query(`delete from _prisma_migrations where migration_name like '0005%'`);
  await expectTroubles('fault: The schema is older than this release: 0005_billing not applied');

  await fleets.ingest.stop();
  const closedPort = await freePort();
  const away = await troubles({
    DATABASE_URL: `postgresql://inlet:secret-word@127.0.0.1:${closedPort}/inlet`,
    REDIS_URL: `redis://:secret-word@127.0.0.1:${closedPort}`,
  });
  expect(away).toEqual([
    expect.stringMatching(/^fault: PostgreSQL does not answer: .*ECONNREFUSED/),
    expect.stringMatching(/^fault: Redis does not answer: /),
    expect.stringMatching(/^fault: ingest does not answer at http/),
  ]);
  expect(away.join()).not.toContain('secret-word');
});

describe('the doctor', () => {
  it('puts faults first, each with its next step, and says what nobody looked at', () => {
    const lines = describeDiagnosis({
      findings: [
        { level: 'fine', says: 'all is well' },
        { level: 'warning', says: 'soon', next: 'do that' },
        { level: 'fault', says: 'broken', next: 'do this' },
      ],
      notLookedAt: ['SMTP_URL'],
    });
    expect(lines).toEqual([
      'FAULT   broken',
      '        -> do this',
      'WARNING soon',
      '        -> do that',
      'ok      all is well',
      'Not looked at, for want of: SMTP_URL',
    ]);
  });

  it('knows the secrets that everybody knows, that are used twice, or that are too short', () => {
    const own = 'b7d1f3a9c5e2408613579bdf02468ace';
    const other = 'c0ffee254b1d7f3a9c5e2408613579bd';
    const says = (TOKEN_SECRET: string, INTERNAL_TOKEN: string, ENCRYPTION_KEYS?: string) =>
      lookAtSecrets({ TOKEN_SECRET, INTERNAL_TOKEN, ENCRYPTION_KEYS }).map((finding) => finding.says);
    expect(says(own, other)).toEqual(['No secret is one that everybody knows']);
    expect(says('local-local-local-local-local-local', own)).toEqual(['TOKEN_SECRET is one that everybody knows']);
    expect(says(`${own},${'x'.repeat(32)}`, other)).toEqual(['TOKEN_SECRET is one that everybody knows']);
    expect(says(own, `${other}, ${own}`)).toEqual(['TOKEN_SECRET and INTERNAL_TOKEN are the same']);
    expect(says(own, other, 'local-local-local-local-local-local')).toEqual([
      'ENCRYPTION_KEYS is one that everybody knows',
    ]);
    expect(says(own, other, own)).toEqual(['TOKEN_SECRET and ENCRYPTION_KEYS are the same']);
    expect(says(own, other, `${own.toUpperCase()},${own.slice(1)}`)).toEqual(['ENCRYPTION_KEYS is too short']);
  });

  it('tells a full disk, and clocks that differ', () => {
    const levels = [0.5, 3, 50].map((gigabytes) => judgeRoom('/data', gigabytes * 1e9).level);
    expect(levels).toEqual(['fault', 'warning', 'fine']);
    const nowMs = Date.now();
    expect(skewOf('Redis', nowMs - 5_000, nowMs)?.says).toBe("The clock of Redis is 5 s off from this machine's");
    expect(skewOf('Redis', nowMs + 10_000, nowMs)?.level).toBe('warning');
    expect(skewOf('Redis', nowMs, nowMs)).toBeNull();
  });

  it('hears whether a mail server is one', async () => {
    const levelAt = async (port: number) => (await lookAtMail(`smtp://127.0.0.1:${port}`)).map(({ level }) => level);
    expect(await levelAt(await startListener('220 hello\r\n'))).toEqual(['fine']);
    expect(await levelAt(await startListener('554 go away\r\n'))).toEqual(['fault']);
    expect(await levelAt(await freePort())).toEqual(['fault']);
  });

  it('hears whether Stripe takes the key', async () => {
    const answering = async (status: string) => {
      const port = await startListener(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
      const settings = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_URL: `http://127.0.0.1:${port}` };
      return (await lookAtStripe(settings)).map(({ says }) => says);
    };
    expect(await answering('200 OK')).toEqual(['Stripe takes the key']);
    expect(await answering('401 Unauthorized')).toEqual(['Stripe refuses the key']);
    expect(await answering('500 Oops')).toEqual(['Stripe answers with status 500']);
  });
});
