import { createInterface } from 'node:readline';
import { jsonSubmissions } from '#load/submissions.ts';
import { compare, measureLoad, measureSearchable, warmUp } from '#measure-loads.ts';
import { atMostTimes, costOf, type Row, ratioOf, rowOf, times } from '#report/row.ts';
import { inRounds, type Part, type Scene } from '#scene.ts';

const bodyBytes = [100, 200, 400, 700, 1_000];
const FORMS = 1_000;
const FLOOR_RATIO = 0.42;
const CONTROL_RATIO = 2;
const P99_RATIO = 2.5;
const SEARCHABLE_COST_MAX = 0.38;
const costName = 'accepted and stored, 0.1–1 kB';

/** Submissions of 0.1 to 1 kB that are accepted, stored and indexed for the search, as users experience them. */
export const submissions: Part = async (scene) => [...(await stored(scene)), await searchable(scene)];

async function stored(scene: Scene): Promise<Row[]> {
  const { product, baselines } = scene;
  const requests = jsonSubmissions(await product.makeForms(FORMS), bodyBytes);
  await product.arrange(['ingest', 'worker']);
  const { floor, ours, control } = await compare(scene, 'submissions', {
    floor: { requests, baseline: baselines.floor },
    ours: { requests, isStored: true },
    control: { requests, baseline: baselines.control },
  });
  const [toFloor, toControl] = [ratioOf(ours, floor), ratioOf(ours, control)];
  const toP99 = ratioOf(ours, floor, ({ p99Ms }) => p99Ms);
  const row = rowOf('accepted and stored, 0.1–1 kB, 1,000 forms', ours);
  return [
    {
      ...row,
      figure: `${times(toFloor, 'floor')}, ${times(toControl, 'control')}, p99 ${atMostTimes(toP99, 'floor')}, ${inWords(row)}`,
      target: {
        says: `${FLOOR_RATIO} × floor, ${CONTROL_RATIO} × control, p99 ≤ ${P99_RATIO} × floor`,
        isMet: toFloor >= FLOOR_RATIO && toControl >= CONTROL_RATIO && toP99 <= P99_RATIO,
      },
    },
    rowOf('floor: bare `node:http`, 0.1–1 kB', floor),
    rowOf('control: `node:http`, one INSERT per request, no checks', control),
  ];
}

async function searchable(scene: Scene): Promise<Row> {
  const requests = jsonSubmissions([scene.endpointId], bodyBytes);
  const rounds = await inRounds(scene, 'searchable', () => measureSearchable(scene, { requests }));
  const row = rowOf('accepted, stored and in the index of the search, one form', rounds);
  const target = { says: `≤ ${SEARCHABLE_COST_MAX} core-seconds`, isMet: costOf(row) <= SEARCHABLE_COST_MAX };
  return { ...row, figure: inWords(row), target };
}

const inWords = (row: Row) => `${costOf(row).toFixed(3)} core-seconds for 1,000`;

/**
 * The cost of a submission of 0.1 to 1 kB from its arrival to its row: processor seconds of all processes except the
 * generator. If it alternates with another benchmark, each round waits for a line on standard input, and then prints
 * its row.
 */
export const cost: Part = async (scene) => {
  const { inTurn, lanes, accounts = lanes } = scene.options;
  const endpointIds = accounts === 1 ? [scene.endpointId] : await scene.product.makeAccounts(accounts);
  const load = { requests: everyPair(endpointIds), isStored: true };
  await scene.product.arrange(['ingest', 'worker']);
  await warmUp(scene, load);
  const turns = inTurn ? createInterface({ input: process.stdin })[Symbol.asyncIterator]() : undefined;
  const rounds = await inRounds(scene, 'cost', async () => {
    await turns?.next();
    const measurement = await measureLoad(scene, load);
    if (inTurn) console.log(JSON.stringify(rowOf(costName, [measurement])));
    return measurement;
  });
  return [rowOf(costName, rounds)];
};

/** Every size for every form, because a load pairs paths and bodies by position. */
function everyPair(endpointIds: readonly string[]) {
  return jsonSubmissions(
    bodyBytes.flatMap(() => endpointIds),
    bodyBytes.flatMap((bytes) => endpointIds.map(() => bytes)),
  );
}
