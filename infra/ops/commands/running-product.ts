import { type LocalConfig, readLocalConfig } from '@inlet/local/config';
import { type Runtime, readRuntime } from '@inlet/local/runtime-file';

/** The product that runs from the data folder; fails with one sentence where none does. */
export function runningProduct(otherwise = ''): { config: LocalConfig; runtime: Runtime } {
  const config = readLocalConfig();
  const runtime = readRuntime(config.dataDir);
  if (!runtime) throw new Error(`Nothing is running on ${config.dataDir}: begin with npm start${otherwise}`);
  return { config, runtime };
}
