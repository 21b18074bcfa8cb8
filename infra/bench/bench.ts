import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readLocalConfig } from '@inlet/local/config';
import { generateDatabaseClient } from '@inlet/local/database-client';
import { createLeaveSignal } from '@inlet/local/leave-signal';
import { explain } from '@inlet/local/run-command';
import { writeAtomically } from '@inlet/local/write-atomically';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { startBaselines } from '#baselines/start-baselines.ts';
import { compareCost } from '#compare-cost.ts';
import { pathOf, websiteHeaders } from '#load/submissions.ts';
import { openWrk } from '#load/wrk.ts';
import { type BenchOptions, readOptions } from '#options.ts';
import { parts } from '#parts/parts.ts';
import { startProduct } from '#product/start-product.ts';
import type { Row } from '#report/row.ts';
import { markdownTable } from '#report/table.ts';
import type { Scene } from '#scene.ts';

const signal = createLeaveSignal();

try {
  const options = readOptions(process.argv.slice(2), Object.keys(parts));
  await generateDatabaseClient();
  const { against } = options;
  if (against !== undefined) {
    await compareCost({ ...options, against, signal });
    process.exit(0);
  }
  const isSound = await runBench(options, signal);
  process.exit(isSound ? 0 : 1);
} catch (error) {
  if (!signal.aborted) explain(error);
  process.exit(1);
}

/** Measures the real product on its own data. Returns true if every submission got a response and was stored. */
async function runBench(options: BenchOptions, signal: AbortSignal): Promise<boolean> {
  const closers = new AsyncDisposableStack();
  const folder = await makeTemporaryFolder('inlet-bench-');
  closers.defer(() => rm(folder, { recursive: true, force: true }));
  const faults: string[] = [];
  try {
    const fail = (sentence: string) => faults.push(sentence);
    const scene = await setUp({ options, fail, signal }, folder, closers);
    const rows: Row[] = [];
    for (const name of options.parts) rows.push(...(await parts[name as keyof typeof parts](scene)));
    const table = markdownTable(rows);
    const reportDir = join(readLocalConfig().dataDir, 'bench');
    mkdirSync(reportDir, { recursive: true });
    writeAtomically(join(reportDir, 'latest.md'), `${table}\n`);
    console.log(`\n${table}\n`);
    const errors = rows.reduce((sum, row) => sum + row.errors, 0);
    if (errors > 0) faults.push(`${errors} requests failed`);
    for (const fault of faults) console.log(`Result invalid: ${fault}`);
    return faults.length === 0;
  } finally {
    await closers.disposeAsync();
  }
}

type Given = Pick<Scene, 'options' | 'fail' | 'signal'>;

async function setUp(given: Given, folder: string, closers: AsyncDisposableStack): Promise<Scene> {
  console.log('Starting the product and its baselines');
  const { lanes } = given.options;
  const product = await startProduct({ dataDir: join(folder, 'data'), lanes, closers, onDeath: given.fail });
  const [endpointId = ''] = await product.makeForms(1);
  const answer = await firstAnswer(product.ingestUrl + pathOf(endpointId));
  await product.arrange(['ingest', 'worker']);
  await product.tally.settled();
  await product.arrange(['ingest']);
  await product.tally.reset();
  const baselines = await startBaselines({ answer, product, closers });
  const runLoad = await openWrk({ path: process.env.PATH ?? '', folder, signal: given.signal });
  return { ...given, product, baselines, runLoad, endpointId };
}

// The floor returns the same bytes as the product.
async function firstAnswer(url: string): Promise<string> {
  const headers = { ...websiteHeaders, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: '{"name":"first"}' });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The product does not take a submission: ${answer.status} ${text}`);
  return text;
}
