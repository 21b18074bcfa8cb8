import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ComposeFile, fillIn, parseComposeFile } from '#images/compose-file.ts';
import { programOf } from '#manifests/judge-environment.ts';
import { readPrograms } from '#manifests/program-settings.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { openSetup, unattended } from '#setup/setup.test-setup.ts';

interface Override {
  readonly services: Readonly<
    Record<string, { readonly environment: Record<string, string>; readonly secrets: readonly string[] }>
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const override: Override = parse(readProjectFile('infra/docker/secrets.yml'), { merge: true });
const compose = parseComposeFile(readProjectFile('docker-compose.yml'));
const own = [
  'migrate',
  'seed',
  'account',
  'worker',
  'ingest',
  'gateway',
  'queue-board',
  'alertmanager-config',
  'backup',
  'tools',
] as const;
const mounted = '/run/secrets/';

async function openWithFiles() {
  const setup = await openSetup();
  expect(setup.run(['--secret-files', ...unattended]).code).toBe(0);
  /** The environment of a container, with file paths that this test can read. */
  const environmentOf = (name: string) => {
    const before = (compose.services as ComposeFile['services'])[name]?.environment ?? {};
    const filled = Object.entries(before).map(([key, text]) => [key, fillIn(text, setup.settings())]);
    return { ...Object.fromEntries(filled), ...override.services[name]?.environment } as Record<string, string>;
  };
  const here = (env: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(env).map(([key, text]) => [key, text.replace(mounted, `${join(setup.folder, 'secrets')}/`)]),
    );
  return { ...setup, environmentOf, here };
}

it('mounts every file that a service names, and every file is made', async () => {
  const { folder } = await openWithFiles();
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
  for (const [name, { environment, secrets }] of Object.entries(override.services)) {
    const named = Object.values(environment).filter((value) => value.startsWith(mounted));
    expect([name, named.map((path) => path.slice(mounted.length)).toSorted()]).toEqual([name, [...secrets].toSorted()]);
  }
  for (const [name, { file }] of Object.entries(override.secrets)) {
    expect(file).toBe(`./secrets/${name}`);
    // The users of the containers must be able to read it, and the operator to change it.
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o644);
  }
  const used = new Set(Object.values(override.services).flatMap(({ secrets }) => secrets));
  expect([...used].toSorted()).toEqual(Object.keys(override.secrets).toSorted());
});

it('says where a mail server is named later', async () => {
  const { run } = await openSetup();
  const { output } = run(['--secret-files', '--host=forms.example.com', '--smtp=', '--email=']);
  expect(output).toContain('Later set the file secrets/SMTP_URL, and MAIL_FROM in .env');
});

it('makes the files that a later release adds, and names the ones that it cannot make', async () => {
  const { folder, run } = await openWithFiles();
  expect(run(['--check'])).toEqual({ code: 0, output: '.env is in order.\n' });
  for (const name of ['OIDC_CLIENT_SECRET', 'TOKEN_SECRET']) rmSync(join(folder, 'secrets', name));
  expect(run(['--add-missing'])).toEqual({ code: 0, output: 'Made, and empty:\nsecrets/OIDC_CLIENT_SECRET\n' });
  expect(readFileSync(join(folder, 'secrets/OIDC_CLIENT_SECRET'), 'utf8')).toBe('');
  expect(run(['--check'])).toEqual({ code: 1, output: 'secrets/TOKEN_SECRET is missing.\n' });
});

it('leaves no secret in an environment or a command', async () => {
  const { folder, environmentOf, settings } = await openWithFiles();
  const files = Object.keys(override.secrets).map((name) => readFileSync(join(folder, 'secrets', name), 'utf8'));
  const secrets = files.flatMap((text) => text.match(/[0-9a-f]{64}|smtps:.*/g) ?? []);
  expect(new Set(secrets).size).toBe(9);
  const visible = Object.entries(compose.services).map(([name, { command }]) => {
    const words = command.map((word) => fillIn(word, settings()));
    return JSON.stringify([environmentOf(name), words]);
  });
  for (const secret of secrets) expect(visible.join('\n')).not.toContain(secret);
  // Compose requires values of these; the services do not get them.
  for (const name of Object.keys(compose.services))
    expect([name, Object.values(environmentOf(name)).join()]).toEqual([
      name,
      expect.not.stringContaining('in-secrets'),
    ]);
});

it.each(own)('%s reads its secrets from the files', async (name) => {
  const { environmentOf, here } = await openWithFiles();
  const service =
    { migrate: 'account', seed: 'account', 'queue-board': 'tools', 'alertmanager-config': 'tools', backup: 'tools' }[
      name as string
    ] ?? name;
  const program = programOf(compose.services[name]?.command);
  const loaded = (await readPrograms()).get(`${service} ${program}`)?.load(here(environmentOf(name)));
  expect(JSON.stringify(loaded)).toMatch(/[0-9a-f]{64}|smtps:/);
});
