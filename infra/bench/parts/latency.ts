import { jsonSubmissions } from '#load/submissions.ts';
import { perSecond } from '#measure/measurement.ts';
import { median } from '#measure/median.ts';
import { compare, fullConnections, type LoadChoice, measureLoad, warmUp } from '#measure-loads.ts';
import { atMostTimes, ratioOf, rowOf } from '#report/row.ts';
import { inRounds, type Part, type Scene } from '#scene.ts';

const ALONE_P50_MS = 6;
const ALONE_PAUSE_MS = 20;
const MS_PER_SECOND = 1_000;

/**
 * The response times at full load, at half of it, and for a single visitor, compared with the floor. The worker stores
 * in the meantime.
 */
export const latency: Part = async (scene) => {
  const ours = { requests: jsonSubmissions([scene.endpointId]), isStored: true };
  const floor = { requests: ours.requests, baseline: scene.baselines.floor };
  await scene.product.arrange(['ingest', 'worker']);
  await warmUp(scene, ours);
  const full = await inRounds(scene, 'full load', () => measureLoad(scene, ours));
  const fullRate = median(full.map(perSecond));
  const pauseMs = await pauseAtHalf(scene, ours, fullRate);
  const half = await compare(scene, 'half load', { floor, ours: { ...ours, pauseMs } });
  const single = { connections: 1, pauseMs: ALONE_PAUSE_MS };
  const alone = await compare(scene, 'one visitor', { floor: { ...floor, ...single }, ours: { ...ours, ...single } });
  const share = Math.round((100 * median(half.ours.map(perSecond))) / fullRate);
  const toP99 = ratioOf(half.ours, half.floor, ({ p99Ms }) => p99Ms);
  const toP50 = ratioOf(alone.ours, alone.floor, ({ p50Ms }) => p50Ms);
  const isMet = median(alone.ours.map(({ p50Ms }) => p50Ms)) <= ALONE_P50_MS;
  const p50 = {
    figure: atMostTimes(toP50, 'p50 of the floor'),
    target: { says: `p50 ≤ ${ALONE_P50_MS} ms`, isMet },
  };
  return [
    rowOf('latency at full load, stored meanwhile', full),
    {
      ...rowOf('latency at half that load', half.ours),
      figure: `at ${share} % of the load, ${atMostTimes(toP99, 'p99 of the floor')}`,
    },
    rowOf('floor at its full load', half.floor),
    { ...rowOf('one slow connection, no other', alone.ours), ...p50 },
    rowOf('floor, one slow connection', alone.floor),
  ];
};

async function pauseAtHalf(scene: Scene, choice: LoadChoice, fullRate: number): Promise<number> {
  const turnMs = (fullConnections * MS_PER_SECOND) / (fullRate / 2);
  // The response and the generator's timer take a part of the interval; the connection pauses for the rest.
  const trial = await warmUp(scene, { ...choice, pauseMs: turnMs });
  const restlessMs = (fullConnections * MS_PER_SECOND) / perSecond(trial) - turnMs;
  return Math.max(1, turnMs - restlessMs);
}
