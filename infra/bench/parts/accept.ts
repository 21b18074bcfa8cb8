import { jsonSubmissions } from '#load/submissions.ts';
import { compare } from '#measure-loads.ts';
import { ratioOf, rowOf, times } from '#report/row.ts';
import type { Part } from '#scene.ts';

const FLOOR_RATIO = 0.5;
const NAIVE_RATIO = 2;

/** How many submissions are accepted, each on disk before it is answered, against the baselines. */
export const accept: Part = async (scene) => {
  const { product, baselines } = scene;
  const ours = { requests: jsonSubmissions([scene.endpointId]) };
  const floor = { ...ours, baseline: baselines.floor };
  const naive = { ...ours, baseline: baselines.naive };
  await product.arrange(['ingest']);
  const one = await compare(scene, 'accept', { floor, ours, naive });
  await product.arrange(['ingest', 'ingest-2']);
  const two = await compare(scene, 'accept by two', { floor, ours });
  const [toFloor, toNaive] = [ratioOf(one.ours, one.floor), ratioOf(one.ours, one.naive)];
  return [
    rowOf('floor: bare `node:http`', one.floor),
    rowOf('naive: Express, one job per request, `everysec`', one.naive),
    {
      ...rowOf('accepted, one ingest process', one.ours),
      figure: `${times(toFloor, 'floor')}, ${times(toNaive, 'naive')}`,
      target: {
        says: `${FLOOR_RATIO} × floor, ${NAIVE_RATIO} × naive`,
        isMet: toFloor >= FLOOR_RATIO && toNaive >= NAIVE_RATIO,
      },
    },
    { ...rowOf('accepted, two ingest processes', two.ours), figure: times(ratioOf(two.ours, two.floor), 'floor') },
  ];
};
