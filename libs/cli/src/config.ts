import { homedir } from 'node:os';
import { join } from 'node:path';

export interface CliConfig {
  /** An API key, instead of the stored one. */
  readonly token: string | undefined;
  readonly url: string | undefined;
  /** The folder of the file with the stored keys. */
  readonly folder: string;
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): CliConfig {
  const base = env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(homedir(), '.config');
  return { token: env.INLET_TOKEN || undefined, url: env.INLET_URL || undefined, folder: join(base, 'inlet') };
}
