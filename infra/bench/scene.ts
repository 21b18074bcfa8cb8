import type { Baselines } from '#baselines/start-baselines.ts';
import type { RunLoad } from '#load/wrk.ts';
import type { BenchOptions } from '#options.ts';
import type { Product } from '#product/start-product.ts';
import type { Row } from '#report/row.ts';

/** Everything that a part of the benchmark uses. */
export type Scene = {
  product: Product;
  baselines: Baselines;
  runLoad: RunLoad;
  options: BenchOptions;
  /** The endpoint of the form that most loads go to. */
  endpointId: string;
  /** Records a reason that makes the whole run invalid, such as a lost submission. */
  fail: (sentence: string) => void;
  signal: AbortSignal;
};

/** One part of the benchmark. */
export type Part = (scene: Scene) => Promise<Row[]>;

/** Runs the same work several times, one after the other, so that each round has its own baselines close by. */
export async function inRounds<T>({ options, signal }: Scene, name: string, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    signal.throwIfAborted();
    console.log(`${name}: round ${round} of ${options.rounds}`);
    results.push(await work());
  }
  return results;
}

/** Runs these alternately in each round, and returns the results of each. */
export async function inTurn<Name extends string, T>(
  scene: Scene,
  what: string,
  works: Readonly<Record<Name, () => Promise<T>>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(works) as Name[];
  const results = Object.fromEntries(names.map((name): [Name, T[]] => [name, []])) as Record<Name, T[]>;
  await inRounds(scene, what, async () => {
    for (const name of names) results[name].push(await works[name]());
  });
  return results;
}
