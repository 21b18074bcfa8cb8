import { jsonSubmissions } from '#load/submissions.ts';
import { type Measurement, perSecond } from '#measure/measurement.ts';
import { median } from '#measure/median.ts';
import { compare, fullConnections, type LoadChoice, measureLoad, warmUp } from '#measure-loads.ts';
import { type Row, ratioOf, rowOf, times } from '#report/row.ts';
import { inRounds, type Part, type Scene } from '#scene.ts';

const HALF_P99_RATIO = 1;
const ALONE_P50_RATIO = 3;
const ALONE_PAUSE_MS = 20;
const MS_PER_SECOND = 1_000;

/** How long a visitor waits: at the full load, at half of it, and alone, beside the floor. The worker stores meanwhile. */
export const latency: Part = async (scene) => {
  const ours = { requests: jsonSubmissions([scene.endpointId]), isStored: true };
  const floor = { requests: ours.requests, baseline: scene.baselines.floor };
  await scene.product.arrange(['ingest', 'worker']);
  const full = await compare(scene, 'full load', { floor, ours });
  const single = { connections: 1, pauseMs: ALONE_PAUSE_MS };
  const half = await atHalf(scene, ours, full);
  const alone = await compare(scene, 'one visitor', { floor: { ...floor, ...single }, ours: { ...ours, ...single } });
  const ratio = ratioOf(alone.ours, alone.floor, ({ p50Ms }) => p50Ms);
  const target = { says: `p50 ≤ ${ALONE_P50_RATIO} × floor, alone`, isMet: ratio <= ALONE_P50_RATIO };
  return [
    rowOf('latency at full load, stored meanwhile', full.ours),
    rowOf('floor at its full load', full.floor),
    half,
    { ...rowOf('one slow connection, no other', alone.ours), figure: `p50 ${times(ratio, 'floor')}`, target },
    rowOf('floor, one slow connection', alone.floor),
  ];
};

async function atHalf(scene: Scene, choice: LoadChoice, full: Record<'ours' | 'floor', Measurement[]>): Promise<Row> {
  const fullRate = median(full.ours.map(perSecond));
  const turnMs = (fullConnections * MS_PER_SECOND) / (fullRate / 2);
  // Of its turn a connection rests only what its answer and the timer of the generator leave over.
  const trial = await warmUp(scene, { ...choice, pauseMs: turnMs });
  const restlessMs = (fullConnections * MS_PER_SECOND) / perSecond(trial) - turnMs;
  const pauseMs = Math.max(1, turnMs - restlessMs);
  const rounds = await inRounds(scene, 'half load', () => measureLoad(scene, { ...choice, pauseMs }));
  const ratio = ratioOf(rounds, full.floor, ({ p99Ms }) => p99Ms);
  const row = rowOf('latency at half that load', rounds);
  const share = Math.round((100 * (row.perSecond ?? 0)) / fullRate);
  const target = { says: `p99 ≤ ${HALF_P99_RATIO} × floor at its full load`, isMet: ratio <= HALF_P99_RATIO };
  return { ...row, figure: `at ${share} % of the load, p99 ${times(ratio, 'floor')}`, target };
}
