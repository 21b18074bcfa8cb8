import { freePorts } from '@inlet/local-servers/free-port';
import { type LocalConfig, portVariables, readLocalConfig } from '#config/config.ts';

/** Settings for a test's own product: it shares no data, ports or settings with another start. */
export async function ownConfig(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<LocalConfig> {
  const variables = Object.values(portVariables);
  const free = await freePorts(variables.length);
  const ports = Object.fromEntries(variables.map((variable, index) => [variable, String(free[index])]));
  const { PATH = '', HOME = '' } = process.env;
  // A test's deliveries go to a receiver of the test.
  const own = { INLET_DATA_DIR: dataDir, RATE_LIMITS: 'off', WEBHOOK_ALLOW: '127.0.0.0/8,::1' };
  return readLocalConfig({ PATH, HOME, ...ports, ...own, ...settings });
}
