import { parseEnv } from 'node:util';
import { parseClusterUrl } from '@inlet/process/redis-url';
import { expect, it } from 'vitest';
import { fillIn, parseComposeFile } from '#images/compose-file.ts';
import { judgeCompose, judgePublished } from '#images/judge-compose.ts';
import { readPrograms } from '#manifests/program-settings.ts';
import { readProjectFile } from '#manifests/project-files.ts';

/** A variable in compose's syntax. */
const variable = (text: string) => `$${`{${text}}`}`;

const text = readProjectFile('docker-compose.yml');
const buildText = readProjectFile('docker-compose.build.yml');
const programs = await readPrograms();
const local = readEnv('infra/docker/local.env');

function readEnv(path: string) {
  return parseEnv(readProjectFile(path)) as Record<string, string>;
}

function judge(compose: string, values = local, build = buildText): string[] {
  return [...judgeCompose(parseComposeFile(compose, build), values, programs)];
}

function judgeImages(compose: string, build: string): string[] {
  return [...judgePublished(parseComposeFile(compose), parseComposeFile(compose, build))];
}

it('names what is there, in an order that can be, with settings that every program takes', () => {
  expect(judge(text)).toEqual([]);
});

it('needs no keys of Stripe without payments', () => {
  const withoutPayments = { ...local, ...readEnv('infra/docker/self-hosted.env') };
  expect(withoutPayments).toMatchObject({ BILLING: 'off', STRIPE_SECRET_KEY: '' });
  expect(judge(text, withoutPayments)).toEqual([]);
  expect(judge(text, { ...local, STRIPE_SECRET_KEY: '' }).join()).toContain('STRIPE_SECRET_KEY: is');
});

it('leads every program to the Redis Cluster of the profile, once its nodes are named', () => {
  const nodes = [0, 1, 2, 3, 4, 5].map((node) => `redis-cluster-${node}`);
  const values = { ...local, REDIS_NODES: nodes.map((node) => `${node}:6379`).join(), REDIS_LANES: '3' };
  expect(judge(text, values)).toEqual([]);
  const { services } = parseComposeFile(text);
  for (const name of ['account', 'ingest', 'worker', 'backup', 'tools', 'queue-board']) {
    const [url = '', lanes] = ['REDIS_URL', 'REDIS_LANES'].map((key) =>
      fillIn(services[name]?.environment[key] ?? '', values),
    );
    expect([parseClusterUrl(url)?.seeds.map(({ host }) => host), lanes]).toEqual([nodes, '3']);
  }
  expect(parseClusterUrl(fillIn(services.ingest?.environment.REDIS_URL ?? '', local))).toBeNull();
  for (const node of nodes) expect(services[node]?.environment.NODES?.split(' ')).toContain(`${node}:6379`);
});

it('has no secret that compose would make up, where none is given', () => {
  expect(() => judge(text, {})).toThrow('is not given');
});

it('believes the address that Caddy reports, and no other one', () => {
  const { gateway, ingest, caddy } = parseComposeFile(text).services;
  const trusted = (values: Record<string, string>) =>
    [gateway, ingest].map((service) => fillIn(service?.environment.TRUSTED_PROXIES ?? '', values));
  expect(trusted({})).toEqual(['', '']);
  expect(trusted({ INLET_HOST: 'forms.example.com' })).toEqual(['1', '1']);
  expect(trusted({ INLET_HOST: 'forms.example.com', TRUSTED_PROXIES: '2' })).toEqual(['2', '2']);
  expect(fillIn(caddy?.environment.INLET_HOST ?? '', { INLET_HOST: 'forms.example.com' })).toBe('forms.example.com');
});

const faults: readonly (readonly [says: string, before: string | RegExp, after: string])[] = [
  ['postgres runs postgres:latest, which does not name one version', 'postgres:18.4-bookworm', 'postgres:latest'],
  ['prometheus takes ./infra/prometheus, which is not there', './infra/monitoring/prometheus:', './infra/prometheus:'],
  ['postgres mounts database, which is no volume', 'postgres:/var/lib/postgresql', 'database:/var/lib/postgresql'],
  ['migrate runs an image that nobody builds', '/inlet-account:', '/inlet-accounts:'],
  ['There is no network date', 'networks: [data, services]', 'networks: [date]'],
  ['seed waits for migrates, which is not there', 'migrate: { condition', 'migrates: { condition'],
  ['account waits for the end of redis, which never ends', 'seed: { condition', 'redis: { condition'],
  ['account waits for the health of mail, which has no check', /seed: .* }/, 'mail: { condition: service_healthy }'],
  ['account has a default for TOKEN_SECRET, which is a secret', 'TOKEN_SECRET:?32', 'TOKEN_SECRET:-32'],
  ['account has STRIPE_SECRET_KEY written out, which is a secret', variable('STRIPE_SECRET_KEY:-'), 'sk_test_1'],
  ['account has REDIS_URL written out, which is a secret', /redis\$\{REDIS_NODES.*\}$/m, 'redis://redis:6379'],
  [`grafana opens ${variable('GRAFANA_PORT:-3000')}:3000 to everybody`, /127\.0\.0\.1:(?=.*:3000")/, ''],
  [`gateway opens ${variable('PORT:-8080')}:8080 to everybody`, 'PORT:-127.0.0.1:8080', 'PORT:-8080'],
  ['seed runs src/seeds.ts of account, which is no program', 'command: [src/seed.ts]', 'command: [src/seeds.ts]'],
  ['queue-board runs infra/ops/board/main.ts of tools, which is no program', 'ops/queue-board', 'ops/board'],
  ['stripe asks accounts, which is not there', 'http://account:8082/api', 'http://accounts:8082/api'],
  ['migrate asks postgres, which is in none of its networks', '[data]\n    shm', '[services]\n    shm'],
  ['stripe sets HOSTS, which nothing reads', 'HOST: 0.0.0.0', 'HOSTS: 0.0.0.0'],
  ['gateway sets WEB_FOLDER, which nothing reads', 'WEB_ROOT:', 'WEB_FOLDER:'],
  ['worker does not set MAIL_FROM', 'MAIL_FROM: $', 'MAIL_TO: $'],
  ['worker would not begin', variable('WORKER_CONCURRENCY:-2'), '0'],
  ['worker opens 8080, where nothing listens', '127.0.0.1:8083/readyz', '127.0.0.1:8080/readyz'],
  ['grafana may fill the disk with its log', 'max-size: 20m, ', ''],
  ['ingest is killed after 20 s and may need 25 s', 'stop_grace_period: 45s', 'stop_grace_period: 20s'],
  ['account may write to its own files', '  read_only: true\n', ''],
  ['account keeps capabilities', '  cap_drop: [ALL]\n', ''],
  ['account may gain rights', '  security_opt: ["no-new-privileges:true"]\n', ''],
];

it.each(faults)('finds a planted fault: %s', (says, before, after) => {
  const changed = text.replace(before, () => after);
  expect(changed).not.toBe(text);
  expect(judge(changed).join('\n')).toContain(says);
});

it.each([
  ['account takes Dockerfile, which is not there', 'infra/docker/Dockerfile', 'Dockerfile'],
  ['backup runs an image that nobody builds unless a profile of tools is chosen', / {2}backup:\n.*\n.*\n/, ''],
  ['stripe and queue-board build the same image', 'inlet-stripe-simulator:', 'inlet-queue-board:'],
])('finds a planted fault of the build: %s', (says, before, after) => {
  expect(judge(text, local, buildText.replace(before, after)).join('\n')).toContain(says);
});

it('pulls each of its images, and builds the same ones where none are published', () => {
  expect(judgeImages(text, buildText)).toEqual([]);
  const pulled = buildText.replace('SERVICE: worker', 'SERVICE: ingest');
  expect(judgeImages(text, pulled)).toEqual(['worker runs worker, and ingest is built for it']);
  const building = text.replace('  gateway:\n', '  gateway:\n    build: { dockerfile: Dockerfile, target: service }\n');
  expect(judgeImages(building, buildText)).toEqual(['gateway builds its image in the published file']);
});

it.each([
  ['a field that compose does not know', 'healthcheck:', 'healthchecks:', 'must NOT have additional properties'],
  ['a field of another type', 'retries: 20', 'retries: [20]', 'retries must be number'],
  ['a word that compose does not know', 'service_healthy', 'service_well', 'condition must be equal to one of'],
])('refuses %s', (_what, before, after, reason) => {
  expect(() => parseComposeFile(text.replace(before, after))).toThrow(reason);
});
