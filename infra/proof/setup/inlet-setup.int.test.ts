import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { parseComposeFile, variablesIn } from '#images/compose-file.ts';
import { judgeCompose } from '#images/judge-compose.ts';
import { readPrograms } from '#manifests/program-settings.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { openSetup, unattended } from '#setup/setup.test-setup.ts';

const compose = readProjectFile('docker-compose.yml');
const required = new Set(variablesIn(compose).flatMap(({ name, fallback }) => (fallback === null ? [name] : [])));
/** 32 random bytes. */
const secretPattern = /^[0-9a-f]{64}$/;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('is plain sh without a fault that shellcheck finds', () => {
  const scripts = ['inlet-setup', ...globSync('infra/docker/**/*.sh', { cwd: projectRoot })];
  for (const script of scripts) expect(spawnSync('dash', ['-n', script], { cwd: projectRoot }).status).toBe(0);
  const { status, stdout } = spawnSync('shellcheck', ['-s', 'sh', ...scripts], { cwd: projectRoot, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

it('asks three questions and writes all that compose requires, for its owner alone', async () => {
  const { folder, run, settings } = await openSetup();
  const { code, output } = run([], 'forms.example.com\n\nada@example.com\n');
  expect(code).toBe(0);
  expect(output.match(/^Domain|: Mail server|: Your email address/gm)).toHaveLength(3);
  expect(modeOf(join(folder, '.env'))).toBe('600');
  const written = settings();
  expect([...required].filter((name) => !written[name])).toEqual([]);
  expect(written).toMatchObject({
    INLET_HOST: 'forms.example.com',
    PUBLIC_URL: 'https://forms.example.com',
    BILLING: 'off',
    COMPOSE_PROFILES: 'tls,mail',
    SMTP_URL: 'smtp://mail:1025',
    MAIL_FROM: 'Inlet <no-reply@forms.example.com>',
    OPERATOR_EMAIL: 'ada@example.com',
  });
  expect(output).toContain('No mail leaves this machine yet');
  const faults = [...judgeCompose(parseComposeFile(compose), written, await readPrograms())];
  // The file that builds the images is not used here.
  expect(faults.filter((fault) => !fault.includes('image'))).toEqual([]);
});

it('makes other secrets each time, and shows none of them', async () => {
  const runs = await Promise.all([openSetup(), openSetup()]);
  const secrets = runs.map(({ run, settings }) => {
    const { code, output } = run(unattended);
    expect(code).toBe(0);
    const found = Object.values(settings()).filter((value) => secretPattern.test(value));
    expect(found).toHaveLength(8);
    for (const secret of found) expect(output).not.toContain(secret);
    expect(output).not.toContain('p%40ss');
    return found;
  });
  expect(new Set(secrets.flat()).size).toBe(16);
});

it('takes options for every question, with a password as it is', async () => {
  const { run, settings } = await openSetup();
  expect(run(unattended).code).toBe(0);
  expect(settings()).toMatchObject({ COMPOSE_PROFILES: 'tls', SMTP_URL: 'smtps://me:p%40ss$w@mail.example.com' });
  expect(settings()).not.toHaveProperty('OPERATOR_EMAIL');
});

it('saves memory on a small machine, with options that Node knows', async () => {
  const { run, settings } = await openSetup();
  expect(run(['--small', ...unattended]).code).toBe(0);
  expect(settings().COMPOSE_FILE?.split(':')).toContain('infra/docker/small.yml');
  expect(settings()).toMatchObject({ REDIS_MAXMEMORY: '128mb' });
  const file = parseComposeFile(compose, readProjectFile('infra/docker/small.yml'));
  expect([...judgeCompose(file, settings(), await readPrograms())].filter((fault) => !fault.includes('image'))).toEqual(
    [],
  );
  for (const name of ['account', 'worker', 'ingest', 'gateway']) {
    const options = file.services[name]?.command ?? [];
    expect(options.at(-1)).toBe('src/main.ts');
    expect(options).toContain('--optimize-for-size');
    expect(spawnSync(process.execPath, [...options.slice(0, -1), '-e', '0'], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  }
});

it('leaves HTTPS to a proxy of the operator', async () => {
  const { run, settings } = await openSetup();
  const { output } = run(['--own-proxy', ...unattended]);
  expect(output).toContain('127.0.0.1:8080');
  expect(settings()).toMatchObject({ COMPOSE_PROFILES: '', INLET_HOST: 'forms.example.com' });
});

it('builds the images where a file for that is there and no registry is named', async () => {
  const building = await openSetup();
  writeFileSync(join(building.folder, 'docker-compose.build.yml'), 'services: {}\n');
  expect(building.run(unattended).output).toContain('docker compose up --build -d');
  expect(building.settings().COMPOSE_FILE).toBe('docker-compose.yml:docker-compose.build.yml');
  const pulling = await openSetup();
  writeFileSync(join(pulling.folder, 'docker-compose.build.yml'), 'services: {}\n');
  expect(pulling.run([...unattended, '--registry=registry.test/inlet']).output).toContain('docker compose up -d');
  expect(pulling.settings()).toMatchObject({
    COMPOSE_FILE: 'docker-compose.yml',
    INLET_IMAGE_REGISTRY: 'registry.test/inlet',
  });
});

it('never changes a file that is there', async () => {
  const { folder, run, read } = await openSetup();
  writeFileSync(join(folder, '.env'), 'PORT=9000\n');
  const { code, output } = run(unattended);
  expect([code, read()]).toEqual([1, 'PORT=9000\n']);
  expect(output).toContain('--add-missing');
});

it('adds what is missing and keeps the rest', async () => {
  const { folder, run, read, settings } = await openSetup();
  const before = 'PUBLIC_URL="https://old.example.com"\nTOKEN_SECRET=mine\nSMTP_URL=\nPORT=9000';
  writeFileSync(join(folder, '.env'), before);
  expect(run(['--add-missing', '--smtp=smtp://mail.example.com']).code).toBe(0);
  expect(read().startsWith(`${before}\n`)).toBe(true);
  expect([...required].filter((name) => !settings()[name])).toEqual([]);
  expect(settings()).toMatchObject({
    PUBLIC_URL: 'https://old.example.com',
    TOKEN_SECRET: 'mine',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'Inlet <no-reply@old.example.com>',
    PORT: '9000',
  });
  expect(settings()).not.toHaveProperty('INLET_HOST');
  expect(modeOf(join(folder, '.env'))).toBe('600');
  expect(run(['--add-missing'])).toMatchObject({ code: 1, output: '.env has all that compose requires.\n' });
});

it('names settings that compose does not read, and those that it lacks', async () => {
  const { folder, run, read } = await openSetup();
  run(unattended);
  expect(run(['--check'])).toEqual({ code: 0, output: '.env is in order.\n' });
  writeFileSync(
    join(folder, '.env'),
    read()
      .replace('SMTP_URL=', 'SMPT_URL=')
      .replace(/TOKEN_SECRET='.*'/, "TOKEN_SECRET=''"),
  );
  appendFileSync(join(folder, '.env'), 'export COLOUR=red\n# NOTHING=1\n');
  expect(run(['--check'])).toEqual({
    code: 1,
    output: [
      'COLOUR is no setting of compose.',
      'SMPT_URL is no setting of compose. Did you mean SMTP_URL?',
      'SMTP_URL is missing.',
      'TOKEN_SECRET is missing.\n',
    ].join('\n'),
  });
});

it('knows every setting of compose in the documentation', async () => {
  const { folder, run } = await openSetup();
  run(unattended);
  const rows = readProjectFile('docs/settings.md').split('## Only in Compose');
  const services = [...(rows[0] ?? '').matchAll(/^\| `(\w+)` \|.*\| (?:yes|required) \| [^|]*\|$/gm)];
  const own = [...(rows[1] ?? '').matchAll(/^\| `(\w+)` \|/gm)];
  const names = [...services, ...own].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(50);
  appendFileSync(join(folder, '.env'), names.map((name) => `${name}=x\n`).join(''));
  expect(run(['--check']).output).toBe('.env is in order.\n');
});

it.each([
  ['--host=https://forms.example.com', '--host has to be a domain'],
  ['--host=Forms.example.com', '--host has to be a domain'],
  ['--smtp=mail.example.com', '--smtp has to be an address'],
  ["--smtp=smtp://a:'b@mail.example.com", '--smtp has to be an address'],
  ['--email=ada', '--email has to be an address'],
  ["--registry=a'b", '--registry has to be a name'],
  ['--hots=a', 'There is no option --hots=a'],
])('refuses %s and writes nothing', async (option, says) => {
  const { folder, run } = await openSetup();
  const { code, output } = run([option]);
  expect(code).toBe(1);
  expect(output).toContain(says);
  expect(() => statSync(join(folder, '.env'))).toThrow('ENOENT');
});

it('asks again after a wrong answer, and ends without one', async () => {
  const { run } = await openSetup();
  expect(run([], 'nonsense\n')).toMatchObject({ code: 1, output: expect.stringContaining('This is needed: a domain') });
  expect(run([], 'nonsense\nforms.example.com\n').code).toBe(0);
});

it.each([
  ['no Docker', {}, 'Docker is missing. Inlet needs Docker 24'],
  ['an old Docker', { docker: 'echo "Docker version 20.10.24+dfsg1, build 297e128"' }, 'This Docker is too old'],
  [
    'no plugin for compose',
    { docker: 'test "$1" != compose || exit 1; echo "Docker version 24.0.1, build 1"' },
    'The plugin docker compose 2 is missing',
  ],
])('says what is missing: %s', async (_what, programs, says) => {
  const path = join((await openSetup()).folder, 'bin');
  mkdirSync(path);
  for (const name of ['cat', 'chmod', 'dirname', 'grep', 'od', 'sed', 'sort', 'tr'])
    writeProgram(join(path, name), `PATH=/usr/bin:/bin exec ${name} "$@"`);
  for (const [name, script] of Object.entries(programs)) writeProgram(join(path, name), script);
  const { run } = await openSetup({ path });
  expect(run(unattended)).toMatchObject({ code: 0, output: expect.stringContaining(says) });
});

function writeProgram(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}
