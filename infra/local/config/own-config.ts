import { freePorts } from '@inlet/local-servers/free-port';
import { type LocalConfig, portVariables, readLocalConfig } from '#config/config.ts';

/** Settings for a product of a test's own: it shares no data, no ports and no settings with a start beside it. */
export async function ownConfig(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<LocalConfig> {
  const variables = Object.values(portVariables);
  const free = await freePorts(variables.length);
  const ports = Object.fromEntries(variables.map((variable, index) => [variable, String(free[index])]));
  const { PATH = '', HOME = '' } = process.env;
  // Deliveries of a test go to a receiver of the test.
  const own = { INLET_DATA_DIR: dataDir, RATE_LIMITS: 'off', WEBHOOK_ALLOW: '127.0.0.0/8,::1' };
  return readLocalConfig({ PATH, HOME, ...ports, ...own, ...settings });
}
