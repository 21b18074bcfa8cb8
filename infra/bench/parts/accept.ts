import { jsonSubmissions } from '#load/submissions.ts';
import { measureAccepted, measureBaseline, warmUp, warmUpBaseline } from '#measure-loads.ts';
import { type Row, ratioOf, rowOf } from '#report/row.ts';
import { times } from '#report/times.ts';
import { inTurn, type Part, type Scene } from '#scene.ts';

const FLOOR_RATIO = 0.5;
const NAIVE_RATIO = 2;

/** How many submissions are accepted, each on disk before it is answered, against the baselines. */
export const accept: Part = async (scene) => [...(await oneIngest(scene)), ...(await twoIngests(scene))];

async function oneIngest(scene: Scene): Promise<Row[]> {
  const { product, baselines } = scene;
  const requests = jsonSubmissions([scene.endpointId]);
  await product.arrange({ ingests: 1, workers: 0, gateways: 0 });
  for (const baseline of Object.values(baselines)) await warmUpBaseline(scene, baseline, { requests });
  await warmUp(scene, { requests });
  const { floor, ours, naive } = await inTurn(scene, 'accept', {
    floor: () => measureBaseline(scene, baselines.floor, { requests }),
    ours: () => measureAccepted(scene, { requests }),
    naive: () => measureBaseline(scene, baselines.naive, { requests }),
  });
  const [toFloor, toNaive] = [ratioOf(ours, floor), ratioOf(ours, naive)];
  return [
    rowOf('floor: bare `node:http`', floor),
    rowOf('naive: Express, one job per request, `everysec`', naive),
    {
      ...rowOf('accepted, one ingest process', ours),
      figure: `${times(toFloor, 'floor')}, ${times(toNaive, 'naive')}`,
      target: {
        says: `${FLOOR_RATIO} × floor, ${NAIVE_RATIO} × naive`,
        isMet: toFloor >= FLOOR_RATIO && toNaive >= NAIVE_RATIO,
      },
    },
  ];
}

async function twoIngests(scene: Scene): Promise<Row[]> {
  const { product, baselines } = scene;
  const requests = jsonSubmissions([scene.endpointId]);
  await product.arrange({ ingests: 2, workers: 0, gateways: 0 });
  await warmUpBaseline(scene, baselines.floor, { requests });
  await warmUp(scene, { requests });
  const { floor, ours } = await inTurn(scene, 'accept by two', {
    floor: () => measureBaseline(scene, baselines.floor, { requests }),
    ours: () => measureAccepted(scene, { requests }),
  });
  return [{ ...rowOf('accepted, two ingest processes', ours), figure: times(ratioOf(ours, floor), 'floor') }];
}
