import { setTimeout as sleep } from 'node:timers/promises';
import { lowestId } from '@inlet/submissions/range';
import { blockRows } from '@inlet/submissions/search-block';
import { waitUntil } from '@inlet/testing/wait-until';
import type { Baseline } from '#baselines/start-baselines.ts';
import type { Load, LoadResult } from '#load/load.ts';
import { type Measurement, measure } from '#measure/measurement.ts';
import type { Scene } from '#scene.ts';

/** As many visitors at once as the published figures speak of. */
export const fullConnections = 256;

/** What a load may choose; the rest is the same for all. */
export type LoadChoice = Pick<Load, 'requests'> & Partial<Load>;

const WARM_UP_SECONDS = 5;

/** Lets the compiler of a baseline's JavaScript see the load before it is measured. */
export async function warmUpBaseline(scene: Scene, baseline: Baseline, choice: LoadChoice): Promise<void> {
  await scene.runLoad(warmUpLoad(scene, { ...choice, targets: [baseline.url] }));
  await baseline.reset();
}

/** The same for the product, which stores the received submissions before it is measured. */
export async function warmUp(scene: Scene, choice: LoadChoice): Promise<LoadResult> {
  const load = warmUpLoad(scene, choice);
  const result = await scene.runLoad(load);
  await store(scene, result, load);
  return result;
}

/** A load on a baseline. */
export async function measureBaseline(scene: Scene, baseline: Baseline, choice: LoadChoice): Promise<Measurement> {
  const load = loadOf(scene, { ...choice, targets: [baseline.url] });
  const measurement = await measure(baseline.groups, () => scene.runLoad(load));
  await baseline.reset();
  return measurement;
}

/** A load that the product only has to accept; the submissions are stored and counted afterwards. */
export async function measureAccepted(scene: Scene, choice: LoadChoice): Promise<Measurement> {
  const { product, runLoad } = scene;
  const load = loadOf(scene, choice);
  const measurement = await measure(product.groups(), () => runLoad(load));
  await store(scene, measurement, load);
  return measurement;
}

/**
 * A load that the product accepts and stores meanwhile. The cost includes storing the rest at its end, and nothing of what
 * is done with the stored rows before they are forgotten.
 */
export async function measurePersisted(
  scene: Scene,
  choice: LoadChoice,
  useStored: () => Promise<void> = async () => undefined,
): Promise<Measurement> {
  const load = loadOf(scene, choice);
  const measurement = await measure(scene.product.groups(), () => runAndSettle(scene, load));
  await useStored();
  await store(scene, measurement, load);
  return measurement;
}

async function runAndSettle({ product, runLoad }: Scene, load: Load): Promise<LoadResult> {
  const result = await runLoad(load);
  await product.tally.settled();
  return result;
}

/** The index leaves out what is younger: an earlier submission may still come. Meanwhile the product rests, which is not measured. */
const INDEX_REST_MS = 45_000;

/** The same for submissions of a form that is searched, until the last of them that fills a block is in the index. */
export async function measureSearchable(scene: Scene, choice: LoadChoice): Promise<Measurement> {
  const { product, signal } = scene;
  const load = loadOf(scene, choice);
  await product.pool.query(
    `insert into search_indexes (form_id, to_at, to_id, row_count, searched_at)
     select id, 'epoch', $2, 0, now() from forms where endpoint_id = $1`,
    [scene.endpointId, lowestId],
  );
  const stored = await measure(product.groups(), () => runAndSettle(scene, load));
  await sleep(INDEX_REST_MS, undefined, { signal });
  const indexed = await measure(product.groups(), async () => {
    await waitUntil(() => isIndexed(product), {
      timeoutMs: 300_000,
      intervalMs: 500,
      what: 'the index to be complete',
    });
    return stored;
  });
  const cpuSeconds = Object.fromEntries(
    Object.entries(stored.cpuSeconds).map(([name, seconds]) => [name, seconds + (indexed.cpuSeconds[name] ?? 0)]),
  );
  await store(scene, stored, load);
  return { ...indexed, cpuSeconds };
}

async function isIndexed({ pool }: Scene['product']): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from search_indexes join form_totals using (form_id) where submission_count - row_count < $1`,
    [blockRows],
  );
  return rowCount === 1;
}

/** What a load leaves waiting while no worker runs: how many submissions, and what they take of Redis's memory. */
export async function measureWaiting(
  scene: Scene,
  choice: LoadChoice,
): Promise<{ bytes: number; submissions: number }> {
  const { product, runLoad } = scene;
  const load = loadOf(scene, choice);
  const before = await product.usedMemory();
  const result = await runLoad(load);
  // A client that stops has handed on everything; its connections take their buffers with them.
  const { ingests } = product.arrangement();
  await product.arrange({ ingests: 0 });
  const bytes = (await product.usedMemory()) - before;
  const submissions = await store(scene, result, load);
  await product.arrange({ ingests });
  return { bytes, submissions };
}

// Has a worker store what waits, holds that against what was acknowledged, and forgets it.
async function store({ product, fail }: Scene, { requests }: LoadResult, { connections }: Load): Promise<number> {
  const { workers } = product.arrangement();
  await product.arrange({ workers: Math.max(1, workers) });
  const { rows, total, days, months } = await product.tally.settled();
  // When a load ends, each connection may have one submission under way that is stored and whose answer nobody reads.
  if (rows < requests || rows > requests + connections) {
    fail(`${requests} submissions were acknowledged and ${rows} are stored`);
  }
  if ([total, days, months].some((counter) => counter !== rows)) {
    fail(`${rows} submissions are stored and the counters say ${total}, ${days} and ${months}`);
  }
  await product.arrange({ workers });
  await product.tally.reset();
  return rows;
}

function warmUpLoad(scene: Scene, choice: LoadChoice): Load {
  return loadOf(scene, { ...choice, seconds: Math.min(WARM_UP_SECONDS, scene.options.seconds) });
}

function loadOf({ product, options }: Scene, choice: LoadChoice): Load {
  return {
    targets: product.ingestUrls(),
    connections: fullConnections,
    seconds: options.seconds,
    ...choice,
  };
}
