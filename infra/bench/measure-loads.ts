import { waitUntil } from '@inlet/local-servers/wait-until';
import type { Baseline } from '#baselines/start-baselines.ts';
import type { LoadResult } from '#load/wrk.ts';
import type { Load } from '#load/wrk-script.ts';
import { type Measurement, measure } from '#measure/measurement.ts';
import { inTurn, type Scene } from '#scene.ts';

/** As many visitors at once as the published figures speak of. */
export const fullConnections = 256;

/** What a measurement may choose; the rest is the same for all. */
export type LoadChoice = Pick<Load, 'requests'> &
  Partial<Load> & {
    /** Gets the load in the product's place. */
    baseline?: Baseline;
    /** The product stores meanwhile, and the cost includes storing the rest; else it stores when all was measured. */
    isStored?: boolean;
    /** Uses the stored submissions before they are forgotten; its answer takes the measurement's place. */
    useStored?: (measurement: Measurement) => Promise<Measurement>;
  };

const WARM_UP_SECONDS = 5;

/** Warms up for each of these loads, measures them in turn in each round, and answers the measurements of each. */
export async function compare<Name extends string>(
  scene: Scene,
  name: string,
  choices: Readonly<Record<Name, LoadChoice>>,
): Promise<Record<Name, Measurement[]>> {
  const entries = Object.entries<LoadChoice>(choices);
  for (const [, choice] of entries) await warmUp(scene, choice);
  const works = entries.map(([each, choice]) => [each, () => measureLoad(scene, choice)]);
  return inTurn<Name, Measurement>(scene, name, Object.fromEntries(works));
}

/** Lets the compiler of the JavaScript that is measured see the load before. */
export function warmUp(scene: Scene, choice: LoadChoice): Promise<Measurement> {
  return measureLoad(scene, { ...choice, seconds: Math.min(WARM_UP_SECONDS, scene.options.seconds) });
}

/** A load and its cost; nothing of it is left afterwards. */
export async function measureLoad(scene: Scene, choice: LoadChoice): Promise<Measurement> {
  const { baseline, isStored, useStored } = choice;
  const load = loadOf(scene, choice);
  const measurement = await measure(baseline?.groups ?? scene.product.groups(), async () => {
    const result = await scene.runLoad(load);
    if (isStored) await scene.product.tally.settled();
    return result;
  });
  const used = (await useStored?.(measurement)) ?? measurement;
  if (baseline) await baseline.reset();
  else await store(scene, measurement, load);
  return used;
}

/** The same for submissions of a form that is searched: each brings its text into the index. */
export async function measureSearchable(scene: Scene, choice: LoadChoice): Promise<Measurement> {
  await scene.product.pool.query(
    'insert into search_fills (form_id, searched_at) select id, now() from forms where endpoint_id = $1',
    [scene.endpointId],
  );
  await untilIndexed(scene);
  return measureLoad(scene, { ...choice, isStored: true });
}

/** Waits until the one form that is searched is in the index. */
export async function untilIndexed({ product, signal }: Scene): Promise<void> {
  const isIndexed = async () => {
    signal.throwIfAborted();
    const { rowCount } = await product.pool.query('select from search_fills where compared_at is not null');
    return rowCount === 1;
  };
  await waitUntil(isIndexed, { timeoutMs: 900_000, intervalMs: 500, what: 'the index to be complete' });
}

/** What a load leaves waiting while no worker runs: how many submissions, and what they take of Redis's memory. */
export async function measureWaiting(scene: Scene, choice: LoadChoice) {
  const { product, runLoad } = scene;
  const load = loadOf(scene, choice);
  const before = await product.usedMemory();
  const result = await runLoad(load);
  // A client that stops has handed on everything; its connections take their buffers with them.
  const names = product.running();
  await product.arrange([]);
  const bytes = (await product.usedMemory()) - before;
  const submissions = await store(scene, result, load);
  await product.arrange(names);
  return { bytes, submissions };
}

// Has a worker store what waits, holds that against what was acknowledged, and forgets it.
async function store({ product, fail }: Scene, { requests }: LoadResult, { connections }: Load): Promise<number> {
  const names = product.running();
  await product.arrange([...names, 'worker']);
  const { rows, total, days, months } = await product.tally.settled();
  // When a load ends, each connection may have one submission under way that is stored and whose answer nobody reads.
  if (rows < requests || rows > requests + connections) {
    fail(`${requests} submissions were acknowledged and ${rows} are stored`);
  }
  if ([total, days, months].some((counter) => counter !== rows)) {
    fail(`${rows} submissions are stored and the counters say ${total}, ${days} and ${months}`);
  }
  await product.arrange(names);
  await product.tally.reset();
  return rows;
}

function loadOf({ product, options }: Scene, { baseline, ...choice }: LoadChoice): Load {
  return {
    target: baseline?.url ?? product.ingestUrl,
    connections: fullConnections,
    seconds: options.seconds,
    ...choice,
  };
}
