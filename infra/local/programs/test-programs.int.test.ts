import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished, vi } from 'vitest';
import { installTestPrograms } from '#programs/test-programs.ts';

/** A folder of programs that always succeed. */
async function folderWith(...programs: string[]): Promise<string> {
  const folder = await createDisposableFolder();
  for (const program of programs) await writeProgram(join(folder, program), 'exit 0');
  return folder;
}

async function writeProgram(file: string, script: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

const fronts = ['caddy', 'nginx', 'pgbouncer', 'shellcheck'];
const all = [
  'redis-server',
  'redis-sentinel',
  'prometheus',
  'promtool',
  'prometheus-alertmanager',
  ...fronts,
  'php',
  'curl',
  'chromium',
];

it('installs nothing where all is here, or where no part needs it', async () => {
  await installTestPrograms(['integration', 'browser'], await folderWith(...all));
  await installTestPrograms(['check', 'unit', 'web', 'budgets'], '');
});

it('names all that is missing in one sentence where nothing can be installed', async () => {
  const here = await folderWith('redis-server', ...fronts);
  await expect(installTestPrograms(['integration', 'browser'], here)).rejects.toThrow(
    'sudo apt-get install redis-sentinel prometheus prometheus-alertmanager php-cli php-curl curl chromium)',
  );
  await expect(installTestPrograms(['browser'], here)).rejects.toThrow(
    'apt-get install php-cli php-curl curl chromium)',
  );
});

it.runIf(process.getuid?.() === 0)('installs what is missing in one step, and says so', async () => {
  const folder = await folderWith('redis-server', 'php', 'chromium', ...fronts);
  const touched = ['redis-sentinel', 'prometheus', 'promtool', 'prometheus-alertmanager'].map(
    (name) => `touch ${join(folder, name)}; chmod +x ${join(folder, name)}`,
  );
  await writeProgram(join(folder, 'apt-get'), `echo "$@" >> ${join(folder, 'calls')}; ${touched.join('; ')}`);
  onTestFinished(() => void vi.unstubAllEnvs().restoreAllMocks());
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  const said = vi.spyOn(console, 'log').mockReturnValue();
  await installTestPrograms(['integration'], folder);
  expect(said.mock.calls).toEqual([['Installing redis-sentinel, prometheus, prometheus-alertmanager with apt-get']]);
  const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatch(/ install -y --no-install-recommends redis-sentinel prometheus prometheus-alertmanager$/);
});
