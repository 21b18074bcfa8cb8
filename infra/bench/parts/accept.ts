import { jsonSubmissions } from '#load/submissions.ts';
import { measureAccepted, measureBaseline, warmUp, warmUpBaseline } from '#measure-loads.ts';
import { type Row, ratioOf, rowOf } from '#report/row.ts';
import { times } from '#report/times.ts';
import { inRounds, type Part, type Scene } from '#scene.ts';

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
  const rounds = await inRounds(scene, 'accept', async () => ({
    floor: await measureBaseline(scene, baselines.floor, { requests }),
    ours: await measureAccepted(scene, { requests }),
    naive: await measureBaseline(scene, baselines.naive, { requests }),
  }));
  const [floor, ours, naive] = [
    rounds.map((round) => round.floor),
    rounds.map((round) => round.ours),
    rounds.map((round) => round.naive),
  ];
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
  const rounds = await inRounds(scene, 'accept by two', async () => ({
    floor: await measureBaseline(scene, baselines.floor, { requests }),
    ours: await measureAccepted(scene, { requests }),
  }));
  const ours = rounds.map((round) => round.ours);
  const toFloor = ratioOf(
    ours,
    rounds.map((round) => round.floor),
  );
  return [{ ...rowOf('accepted, two ingest processes', ours), figure: times(toFloor, 'floor') }];
}
