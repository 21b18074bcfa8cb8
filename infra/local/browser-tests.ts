import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '@inlet/testing/free-port';
import { makeTestFolder } from '@inlet/testing/test-folder';
import { findChromium } from '#local/chromium.ts';
import { type LocalConfig, portVariables, projectRoot, readLocalConfig } from '#local/config.ts';
import { runNode } from '#local/run-program.ts';
import { startStack } from '#local/stack.ts';
import { type Counts, countPlaywright, countReport } from '#local/test-counts.ts';
import type { TestRun } from '#local/test-run.ts';

/** Runs the browser journeys against a whole product of their own, which is gone afterwards. */
export async function runBrowserTests({ filters, signal }: TestRun): Promise<Counts> {
  const chromium = await findChromium(process.env.PATH ?? '');
  const folder = await makeTestFolder('inlet-browser-');
  const config = await ownConfig(join(folder, 'data'));
  const stack = await startStack({ config, mode: 'start', say: console.log, signal });
  const report = join(folder, 'playwright.json');
  const env = { BASE_URL: stack.url, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  let counts: Counts | undefined;
  try {
    const code = await runPlaywright({ filters, signal }, env);
    counts = await countReport(report, code, countPlaywright);
    return counts;
  } finally {
    await stack.stop();
    if (counts && counts.failed > 0) console.log(`The services' logs are kept in ${join(config.dataDir, 'logs')}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

// Nothing of a start that runs beside it is shared: not its data, not its ports, not its settings.
async function ownConfig(dataDir: string): Promise<LocalConfig> {
  const variables = Object.values(portVariables);
  const free = await freePorts(variables.length);
  const ports = Object.fromEntries(variables.map((variable, index) => [variable, String(free[index])]));
  const { PATH = '', HOME = '' } = process.env;
  return readLocalConfig({ PATH, HOME, ...ports, INLET_DATA_DIR: dataDir, RATE_LIMITS: 'off' });
}

async function runPlaywright({ filters, signal }: TestRun, env: Record<string, string>): Promise<number> {
  const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  const config = join(projectRoot, 'web/playwright.config.ts');
  const { code } = await runNode([playwright, 'test', '-c', config, '--reporter=dot,json', ...filters], {
    env,
    signal,
  });
  return code;
}
