import { jsonSubmissions } from '#load/submissions.ts';
import { perSecond } from '#measure/measurement.ts';
import { median } from '#measure/median.ts';
import { measureBaseline, measurePersisted, type Persisted, warmUp, warmUpBaseline } from '#measure-loads.ts';
import { type Row, ratioOf, rowOf } from '#report/row.ts';
import { times } from '#report/times.ts';
import { inRounds, type Part, type Scene } from '#scene.ts';

const FLOOR_RATIO = 0.45;
const BACKLOG_SECONDS = 1;

/** How many submissions are accepted and stored for a minute on end, by one worker and by two. */
export const sustained: Part = async (scene) => [...(await byWorkers(scene, 1)), ...(await byWorkers(scene, 2))];

async function byWorkers(scene: Scene, workers: number): Promise<Row[]> {
  const { product, baselines, options } = scene;
  const requests = jsonSubmissions([scene.endpointId]);
  const seconds = options.sustainedSeconds;
  await product.arrange({ ingests: 1, workers, gateways: 0 });
  await warmUpBaseline(scene, baselines.floor, { requests });
  await warmUp(scene, { requests });
  const what = `sustained ${seconds} s, ${workers === 1 ? 'one worker' : 'two workers'}`;
  const rounds = await inRounds(scene, what, async () => ({
    floor: await measureBaseline(scene, baselines.floor, { requests }),
    ours: await measurePersisted(scene, { requests, seconds }),
  }));
  const floor = rounds.map((round) => round.floor);
  const ours = rounds.map((round) => round.ours);
  // What was only accepted when the load ended is no part of the figure.
  const stored = ours.map((round) => ({ ...round, requests: round.requests - round.backlog }));
  const toFloor = ratioOf(stored, floor);
  const backlogSeconds = Math.max(...ours.map(backlogOf));
  const row: Row = {
    ...rowOf(`accepted and stored, ${what}`, ours),
    perSecond: median(stored.map(perSecond)),
    eachRound: stored.map(perSecond),
    figure: `${times(toFloor, 'floor')}, backlog ${backlogSeconds.toFixed(2)} s`,
  };
  // The target is for one of each; the second worker shows what another process brings on the same machine.
  if (workers > 1) return [row];
  const isMet = toFloor >= FLOOR_RATIO && backlogSeconds < BACKLOG_SECONDS;
  const says = `${FLOOR_RATIO} × floor, backlog < ${BACKLOG_SECONDS} s`;
  return [rowOf('floor', floor), { ...row, target: { says, isMet } }];
}

// In seconds of the load that left it.
function backlogOf(round: Persisted): number {
  return round.backlog / perSecond(round);
}
