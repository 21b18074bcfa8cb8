import { readFileSync, statSync } from 'node:fs';
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
    // The users of the containers must be able to read it.
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o444);
  }
  const used = new Set(Object.values(override.services).flatMap(({ secrets }) => secrets));
  expect([...used].toSorted()).toEqual(Object.keys(override.secrets).toSorted());
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
