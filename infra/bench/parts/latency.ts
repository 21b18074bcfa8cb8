import { jsonSubmissions } from '#load/submissions.ts';
import { perSecond } from '#measure/measurement.ts';
import { median } from '#measure/median.ts';
import { fullConnections, type LoadChoice, measureLoad, warmUp } from '#measure-loads.ts';
import { type Row, rowOf } from '#report/row.ts';
import { inRounds, type Part, type Scene } from '#scene.ts';

const HALF_P99_MS = 25;
const SINGLE_P50_MS = 3;
const SINGLE_PAUSE_MS = 20;
const MS_PER_SECOND = 1_000;

/** How long a visitor waits: at the full load, at half of it, and alone. The worker stores meanwhile. */
export const latency: Part = async (scene) => {
  const load = { requests: jsonSubmissions([scene.endpointId]), isStored: true };
  await scene.product.arrange(['ingest', 'worker']);
  await warmUp(scene, load);
  const full = await inRounds(scene, 'full load', () => measureLoad(scene, load));
  const fullRate = median(full.map(perSecond));
  return [
    rowOf('latency at full load, stored meanwhile', full),
    await atHalf(scene, load, fullRate),
    await alone(scene, load),
  ];
};

async function atHalf(scene: Scene, choice: LoadChoice, fullRate: number): Promise<Row> {
  const turnMs = (fullConnections * MS_PER_SECOND) / (fullRate / 2);
  // Of its turn a connection rests only what its answer and the timer of the generator leave over.
  const trial = await warmUp(scene, { ...choice, pauseMs: turnMs });
  const restlessMs = (fullConnections * MS_PER_SECOND) / perSecond(trial) - turnMs;
  const pauseMs = Math.max(1, turnMs - restlessMs);
  const rounds = await inRounds(scene, 'half load', () => measureLoad(scene, { ...choice, pauseMs }));
  const row = rowOf('latency at half that load', rounds);
  const share = Math.round((100 * (row.perSecond ?? 0)) / fullRate);
  const isMet = (row.p99Ms ?? Number.POSITIVE_INFINITY) <= HALF_P99_MS;
  return { ...row, figure: `at ${share} % of the load`, target: { says: `p99 ≤ ${HALF_P99_MS} ms`, isMet } };
}

async function alone(scene: Scene, choice: LoadChoice): Promise<Row> {
  const load = { ...choice, connections: 1, pauseMs: SINGLE_PAUSE_MS };
  const rounds = await inRounds(scene, 'one visitor', () => measureLoad(scene, load));
  const row = rowOf('one slow connection, no other', rounds);
  const isMet = (row.p50Ms ?? Number.POSITIVE_INFINITY) <= SINGLE_P50_MS;
  return { ...row, target: { says: `p50 ≤ ${SINGLE_P50_MS} ms`, isMet } };
}
