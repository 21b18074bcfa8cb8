import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { projectRoot } from '@inlet/local/config';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';

/** The operator's files besides the script. */
const files = ['inlet-setup', 'docker-compose*.yml', 'infra/docker/*.yml'];

/** A folder with only the script and the files for compose. */
export async function openSetup({ path = '/usr/bin:/bin' } = {}) {
  const folder = await createDisposableFolder();
  for (const file of globSync(files, { cwd: projectRoot })) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(projectRoot, file), join(folder, file));
  }
  return {
    folder,
    /** Runs the script with `sh`, with these lines as its input. */
    run: (options: readonly string[], input = '') => {
      const script = join(folder, 'inlet-setup');
      const done = spawnSync('/bin/dash', [script, ...options], {
        cwd: '/',
        env: { PATH: path },
        input,
        encoding: 'utf8',
      });
      return { code: done.status, output: done.stdout + done.stderr };
    },
    read: (file = '.env') => readFileSync(join(folder, file), 'utf8'),
    settings: () => parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>,
  };
}

/** Options that answer every question. */
export const unattended = ['--host=forms.example.com', '--smtp=smtps://me:p%40ss$w@mail.example.com', '--email='];
