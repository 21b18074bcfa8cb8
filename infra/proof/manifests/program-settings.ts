import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@inlet/local/config';

/** The environment variables that a program reads. */
export interface ProgramSettings {
  readonly reads: ReadonlySet<string>;
  readonly requires: ReadonlySet<string>;
  /** Returns the program's configuration, or the problem that it would print before it exits. */
  readonly load: (env: Readonly<Record<string, string>>) => { problem: string } | { config: Record<string, unknown> };
}

type Load = (env: Readonly<Record<string, string | undefined>>) => Record<string, unknown>;

/** Reads the settings of a program, such as `src/main.ts` of ingest, from the configuration that it loads. */
export async function readProgramSettings(service: string, program: string): Promise<ProgramSettings> {
  const folder = join(projectRoot, 'services', service);
  const source = await readFile(join(folder, program), 'utf8');
  const loader = /\bloadConfig(?:: (\w+))?,/.exec(source);
  if (!loader) throw new Error(`${service}/${program} loads no configuration`);
  const config = await import(pathToFileURL(join(folder, 'src/config.ts')).href);
  return settingsOf(config[loader[1] ?? 'loadConfig']);
}

export function settingsOf(load: Load): ProgramSettings {
  const reads = new Set<string>();
  const watched = new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name) => {
        reads.add(String(name));
        return undefined;
      },
    },
  );
  const missing = explain(load, watched);
  const required = 'problem' in missing ? [...missing.problem.matchAll(/^ {2}(\w+): is missing$/gm)] : [];
  return { reads, requires: new Set(required.map(([, name = '']) => name)), load: (env) => explain(load, env) };
}

function explain(
  load: Load,
  env: Readonly<Record<string, string>>,
): { problem: string } | { config: Record<string, unknown> } {
  try {
    return { config: load(env) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
