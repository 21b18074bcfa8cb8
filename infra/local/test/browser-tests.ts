import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { projectRoot, webDir } from '#config/config.ts';
import { runNode } from '#processes/run-program.ts';
import { findPhp } from '#programs/php.ts';
import { startOwnProduct } from '#stack/with-product.ts';
import { type Counts, countPlaywright, countReport, type TestRun } from '#test/test-counts.ts';

/**
 * One account for each of Playwright's workers; the first is in every local product. Journeys wait for mails and for
 * page changes, so there is one worker more than there are processors.
 */
const demoEmails = ['demo@inlet.local', 'demo-2@inlet.local', 'demo-3@inlet.local'].slice(
  0,
  availableParallelism() + 1,
);

/** Runs the browser journeys with a separate product, which is removed afterwards. */
export async function runBrowserTests({ filters, signal }: TestRun): Promise<Counts> {
  const { stack, chromium, config, folder, removeFolder } = await startOwnProduct(signal, demoEmails.slice(1));
  const report = join(folder, 'playwright.json');
  const php = findPhp(process.env.PATH ?? '');
  const env = {
    BASE_URL: stack.url,
    CHROMIUM_PATH: chromium,
    ...(php !== undefined && { PHP_PATH: php }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    OWN_PRODUCT: join(projectRoot, 'infra/local/own-product.ts'),
    OPERATIONS: join(projectRoot, 'infra/ops/ops.ts'),
    DEMO_EMAILS: demoEmails.join(' '),
    INLET_DATA_DIR: config.dataDir,
    ...(stack.mailUrl && { MAIL_URL: stack.mailUrl }),
    ...(stack.stripeUrl && { STRIPE_URL: stack.stripeUrl }),
  };
  let counts: Counts | undefined;
  try {
    const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js');
    const options = ['-c', join(webDir, 'playwright.config.ts'), '--reporter=dot,json'];
    const { code } = await runNode([playwright, 'test', ...options, ...filters], { env, signal });
    counts = await countReport(report, code, countPlaywright);
    return counts;
  } finally {
    await stack.stop();
    if (counts && counts.failed > 0) console.log(`The services' logs are kept in ${join(config.dataDir, 'logs')}`);
    else await removeFolder();
  }
}
