import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@inlet/local/config';
import { loadConfig as loadAlertsConfig } from '@inlet/ops/alerts/config';
import { loadConfig as loadScheduleConfig } from '@inlet/ops/backup/schedule-config';
import { loadSettings } from '@inlet/ops/doctor/settings';
import { loadConfig } from '@inlet/ops/queue-board/config';
import { loadConfig as loadWatchConfig } from '@inlet/ops/watch/config';
import { readSimulatorConfig } from '@inlet/stripe-simulator/config';
import { readProjectFile } from '#manifests/project-files.ts';

/** Returns a program's configuration, or throws the problem that it would print before it exits. */
type Load = (env: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;

/** The environment variables that a program reads, and those that it requires. */
export interface ProgramSettings {
  readonly reads: ReadonlySet<string>;
  readonly requires: ReadonlySet<string>;
  readonly load: Load;
}

const programs = {
  account: ['src/main.ts', 'src/migrate.ts', 'src/seed.ts', 'src/await-schema.ts'],
  worker: ['src/main.ts'],
  ingest: ['src/main.ts'],
  gateway: ['src/main.ts'],
};

/** The settings of each program that containers run, by its image and file, as in `ingest src/main.ts`. */
export async function readPrograms(): Promise<ReadonlyMap<string, ProgramSettings>> {
  const settings = new Map([
    ['tools infra/ops/ops.ts', settingsOf(loadSettings)],
    ['tools infra/ops/alerts/write-config.ts', settingsOf(loadAlertsConfig)],
    ['tools infra/ops/backup/once.ts', settingsOf(loadScheduleConfig)],
    ['tools infra/ops/backup/scheduled.ts', settingsOf(loadScheduleConfig)],
    ['tools infra/ops/watch/main.ts', settingsOf(loadWatchConfig)],
    ['tools infra/ops/queue-board/main.ts', settingsOf(loadConfig)],
    ['tools infra/stripe-simulator/main.ts', settingsOf(readSimulatorConfig)],
  ]);
  for (const [service, files] of Object.entries(programs)) {
    const config = await import(pathToFileURL(join(projectRoot, 'services', service, 'src/config.ts')).href);
    for (const file of files) {
      const loader = /\bloadConfig(?:: (\w+))?,/.exec(readProjectFile(`services/${service}/${file}`));
      if (!loader) throw new Error(`${service}/${file} loads no configuration`);
      settings.set(`${service} ${file}`, settingsOf(config[loader[1] ?? 'loadConfig']));
    }
  }
  return settings;
}

function settingsOf(load: Load): ProgramSettings {
  const reads = new Set<string>();
  const watched = new Proxy<Record<string, string>>({}, { get: (_target, name) => void reads.add(String(name)) });
  let problem = '';
  try {
    load(watched);
  } catch (error) {
    problem = String(error);
  }
  // Every setting may have its value in a file.
  for (const name of reads) reads.delete(`${name}_FILE`);
  const required = [...problem.matchAll(/^ {2}(\w+): is missing$/gm)].map(([, name = '']) => name);
  return { reads, requires: new Set(required), load };
}
