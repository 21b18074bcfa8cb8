import { waitUntil } from '@inlet/local-servers/wait-until';
import type { Baseline } from '#baselines/start-baselines.ts';
import type { LoadResult } from '#load/wrk.ts';
import type { Load } from '#load/wrk-script.ts';
import { type Measurement, measure } from '#measure/measurement.ts';
import { inTurn, type Scene } from '#scene.ts';

/** The number of concurrent visitors in the published figures. */
export const fullConnections = 256;

/** The options of a measurement; everything else is the same for all. */
export type LoadChoice = Pick<Load, 'requests'> &
  Partial<Load> & {
    /** A target of the load that replaces the product. */
    baseline?: Baseline;
    /**
     * True if the product stores during the load, and the cost includes storing the rest; otherwise it stores after the
     * measurement.
     */
    isStored?: boolean;
    /** Uses the stored submissions before they are deleted; its result replaces the measurement. */
    useStored?: (measurement: Measurement) => Promise<Measurement>;
  };

const WARM_UP_SECONDS = 5;

/** Warms up with each of these loads, measures them alternately in each round, and returns the measurements of each. */
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

/** Lets the JavaScript compiler see the load before the measurement. */
export function warmUp(scene: Scene, choice: LoadChoice): Promise<Measurement> {
  return measureLoad(scene, { ...choice, seconds: Math.min(WARM_UP_SECONDS, scene.options.seconds) });
}

/** Measures a load and its cost, and deletes its data afterwards. */
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

/** Measures submissions of a form with a search index: each adds its text to the index. */
export async function measureSearchable(scene: Scene, choice: LoadChoice): Promise<Measurement> {
  await scene.product.pool.query(
    'insert into search_fills (form_id, searched_at) select id, now() from forms where endpoint_id = $1',
    [scene.endpointId],
  );
  await untilIndexed(scene);
  return measureLoad(scene, { ...choice, isStored: true });
}

/** Waits until the searched form is in the index. */
export async function untilIndexed({ product, signal }: Scene): Promise<void> {
  const isIndexed = async () => {
    signal.throwIfAborted();
    const { rowCount } = await product.pool.query('select from search_fills where compared_at is not null');
    return rowCount === 1;
  };
  await waitUntil(isIndexed, { timeoutMs: 900_000, intervalMs: 500, what: 'the index to be complete' });
}

/** The jobs that a load leaves without a worker: the number of submissions, and their memory in Redis. */
export async function measureWaiting(scene: Scene, choice: LoadChoice) {
  const { product, runLoad } = scene;
  const load = loadOf(scene, choice);
  const before = await product.usedMemory();
  const result = await runLoad(load);
  // A stopped client has sent all of its data; its connections take their buffers with them.
  const names = product.running();
  await product.arrange([]);
  const bytes = (await product.usedMemory()) - before;
  const submissions = await store(scene, result, load);
  await product.arrange(names);
  return { bytes, submissions };
}

// Lets a worker store the waiting submissions, compares them with the acknowledged ones, and deletes them.
async function store({ product, fail }: Scene, { requests }: LoadResult, { connections }: Load): Promise<number> {
  const names = product.running();
  await product.arrange([...names, 'worker']);
  const { rows, total, days, months } = await product.tally.settled();
  // When a load ends, each connection may have a pending submission that is stored without its response being read.
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
