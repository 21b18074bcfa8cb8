import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { projectRoot } from '@inlet/local/config';
import { loadSettings } from '@inlet/ops/doctor/settings';
import { loadConfig } from '@inlet/ops/queue-board/config';
import { readSimulatorConfig } from '@inlet/stripe-simulator/config';
import { beforeAll, expect, it } from 'vitest';
import { parseComposeFile } from '#images/compose-file.ts';
import { judgeCompose, type Surroundings } from '#images/judge-compose.ts';
import { readDrainSeconds } from '#manifests/all-policies.ts';
import { type ProgramSettings, readProgramSettings, settingsOf } from '#manifests/program-settings.ts';

/** A variable in compose's syntax. */
const variable = (text: string) => `$${`{${text}}`}`;

const programs = {
  account: ['src/main.ts', 'src/migrate.ts', 'src/seed.ts'],
  worker: ['src/main.ts'],
  ingest: ['src/main.ts'],
  gateway: ['src/main.ts'],
};

let text: string;
let surroundings: Surroundings;

beforeAll(async () => {
  text = await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8');
  const settings = new Map<string, ProgramSettings>();
  for (const [service, files] of Object.entries(programs)) {
    for (const program of files) settings.set(`${service} ${program}`, await readProgramSettings(service, program));
  }
  settings.set('tools infra/ops/queue-board/main.ts', settingsOf(loadConfig));
  settings.set('tools infra/ops/ops.ts', settingsOf(loadSettings));
  settings.set('tools infra/stripe-simulator/main.ts', settingsOf(readSimulatorConfig));
  surroundings = {
    has: (path) => existsSync(join(projectRoot, path)),
    settingsOf: (program) => settings.get(program),
    localValues: parseEnv(await readFile(join(projectRoot, 'infra/docker/local.env'), 'utf8')) as Record<
      string,
      string
    >,
    drainSeconds: readDrainSeconds(),
  };
});

it('names what is there, in an order that can be, with settings that every program takes', () => {
  expect(judgeCompose(parseComposeFile(text), surroundings)).toEqual([]);
});

it('needs no keys of Stripe without payments', async () => {
  const file = await readFile(join(projectRoot, 'infra/docker/self-hosted.env'), 'utf8');
  const withoutPayments = { ...surroundings.localValues, ...(parseEnv(file) as Record<string, string>) };
  expect(withoutPayments).toMatchObject({ BILLING: 'off', STRIPE_SECRET_KEY: '' });
  const compose = parseComposeFile(text);
  expect(judgeCompose(compose, { ...surroundings, localValues: withoutPayments })).toEqual([]);
  const forgotten = { ...surroundings.localValues, STRIPE_SECRET_KEY: '' };
  expect(judgeCompose(compose, { ...surroundings, localValues: forgotten }).join()).toContain('STRIPE_SECRET_KEY: is');
});

it('has no secret that compose would make up, where none is given', () => {
  const given = { ...surroundings, localValues: {} };
  expect(() => judgeCompose(parseComposeFile(text), given)).toThrow('is not given');
});

const faults: readonly (readonly [before: string | RegExp, after: string, says: string])[] = [
  ['postgres:18.4-bookworm', 'postgres:latest', 'postgres runs postgres:latest, which does not name one version'],
  ['./infra/monitoring/prometheus:', './infra/prometheus:', 'prometheus takes ./infra/prometheus, which is not there'],
  ['postgres:/var/lib/postgresql', 'database:/var/lib/postgresql', 'postgres mounts database, which is no volume'],
  ['infra/docker/Dockerfile', 'Dockerfile', 'account takes Dockerfile, which is not there'],
  ['inlet/stripe-simulator:', 'inlet/tools:', 'stripe and queue-board build the same image'],
  ['inlet/account:', 'inlet/accounts:', 'migrate runs an image that nobody builds'],
  ['networks: [data, services]', 'networks: [date]', 'There is no network date'],
  ['migrate: { condition', 'migrates: { condition', 'seed waits for migrates, which is not there'],
  [
    'seed: { condition: service_completed',
    'redis: { condition: service_completed',
    'account waits for the end of redis, which never ends',
  ],
  [
    'seed: { condition: service_completed_successfully }',
    'mail: { condition: service_healthy }',
    'account waits for the health of mail, which has no check',
  ],
  [
    /\$\{TOKEN_SECRET:\?[^}]*\}/,
    variable('TOKEN_SECRET:-secret'),
    'account has a default for TOKEN_SECRET, which is a secret',
  ],
  [variable('STRIPE_SECRET_KEY:-'), 'sk_test_1', 'account has STRIPE_SECRET_KEY written out, which is a secret'],
  [/redis:\/\/:.*@/, 'redis://', 'account has REDIS_URL written out, which is a secret'],
  [/127\.0\.0\.1:(?=.*:3000")/, '', `grafana opens ${variable('GRAFANA_PORT:-3000')}:3000 to everybody`],
  ['command: [src/seed.ts]', 'command: [src/seeds.ts]', 'seed runs src/seeds.ts of account, which is no program'],
  [
    'command: [infra/ops/queue-board',
    'command: [infra/ops/board',
    'queue-board runs infra/ops/board/main.ts of tools, which is no program',
  ],
  ['http://account:8082/api', 'http://accounts:8082/api', 'stripe asks accounts, which is not there'],
  [
    'networks: [data]\n    shm',
    'networks: [services]\n    shm',
    'migrate asks postgres, which is in none of its networks',
  ],
  ['HOST: 0.0.0.0', 'HOSTS: 0.0.0.0', 'stripe sets HOSTS, which nothing reads'],
  ['WEB_ROOT:', 'WEB_FOLDER:', 'gateway sets WEB_FOLDER, which nothing reads'],
  ['MAIL_FROM: $', 'MAIL_TO: $', 'worker does not set MAIL_FROM'],
  [variable('WORKER_CONCURRENCY:-2'), '0', 'worker would not begin'],
  ['127.0.0.1:8083/readyz', '127.0.0.1:8080/readyz', 'worker opens 8080, where nothing listens'],
  ['max-size: 20m, ', '', 'grafana may fill the disk with its log'],
  ['stop_grace_period: 45s', 'stop_grace_period: 20s', 'ingest is killed after 20 s and may need 25 s'],
  ['  read_only: true\n', '', 'account may write to its own files'],
  ['  cap_drop: [ALL]\n', '', 'account keeps capabilities'],
  ['  security_opt: ["no-new-privileges:true"]\n', '', 'account may gain rights'],
];

it.each(faults.map(([before, after, says]) => ({ before, after, says })))(
  'finds a planted fault: $says',
  ({ before, after, says }) => {
    const changed = text.replace(before, () => after);
    expect(changed).not.toBe(text);
    expect(judgeCompose(parseComposeFile(changed), surroundings).join('\n')).toContain(says);
  },
);

it.each([
  ['a field that compose does not know', 'healthcheck:', 'healthchecks:', 'must NOT have additional properties'],
  ['a field of another type', 'retries: 20', 'retries: [20]', 'retries must be number'],
  ['a word that compose does not know', 'service_healthy', 'service_well', 'condition must be equal to one of'],
])('refuses %s', (_what, before, after, reason) => {
  expect(() => parseComposeFile(text.replace(before, after))).toThrow(reason);
});
