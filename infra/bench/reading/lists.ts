import { submissionPageSchema } from '@inlet/contracts/submissions';
import { medianByName } from '#measure/median.ts';
import { type Latencies, measureLatencies } from '#reading/latencies.ts';
import type { Reader } from '#reading/reader.ts';
import type { Row } from '#report/row.ts';
import { atMostTimes } from '#report/times.ts';
import { inRounds, type Scene } from '#scene.ts';

export const listNames = [
  'form list',
  'dashboard',
  'first page of submissions',
  '1,000th page of submissions',
] as const;
export type Lists = Record<(typeof listNames)[number], Latencies>;

const DEEP_PAGE = 1_000;
const P95_MS = 30;
const SMALL_RATIO = 1.5;
const cursorSchema = submissionPageSchema.pick({ nextCursor: true });

/** How long the pages of the app take for an account, and a form of it from the top and deep down. */
export async function measureLists(scene: Scene, reader: Reader, formId: string, what: string): Promise<Lists> {
  await reader.signIn();
  const first = `/api/v1/forms/${formId}/submissions`;
  const deep = await deepPage(reader, first);
  const works: Record<keyof Lists, () => Promise<unknown>> = {
    'form list': () => reader.read('/api/v1/forms'),
    dashboard: () => Promise.all([reader.read('/api/v1/usage'), reader.read('/api/v1/forms?limit=5')]),
    'first page of submissions': () => reader.read(first),
    '1,000th page of submissions': () => reader.read(deep),
  };
  const rounds = await inRounds(scene, what, async () => {
    const measured = {} as Lists;
    for (const name of listNames) measured[name] = await measureLatencies(works[name]);
    return measured;
  });
  const lists = {} as Lists;
  for (const name of listNames) lists[name] = medianByName(rounds.map((round) => round[name]));
  return lists;
}

/** The large account's times beside the small one's. */
export function listRows(small: Lists, large: Lists, [few, many]: readonly [string, string]): Row[] {
  return listNames.flatMap((name) => {
    const ratio = large[name].p95Ms / small[name].p95Ms;
    const isMet = large[name].p95Ms <= P95_MS && ratio <= SMALL_RATIO;
    const smallName = name.startsWith('1,000th') ? 'last page of submissions' : name;
    return [
      rowOfLatencies(`${smallName}, ${few} stored`, small[name]),
      {
        ...rowOfLatencies(`${name}, ${many} stored`, large[name]),
        figure: `p95 ${large[name].p95Ms.toFixed(2)} ms, ${atMostTimes(ratio, 'the small')}`,
        target: { says: `p95 ≤ ${P95_MS} ms, ≤ ${SMALL_RATIO} × the small`, isMet },
      },
    ];
  });
}

export function rowOfLatencies(what: string, { p50Ms, p95Ms, p99Ms }: Latencies): Row {
  return { what, figure: `p95 ${p95Ms.toFixed(2)} ms`, p50Ms, p99Ms, errors: 0 };
}

// Turns the pages as a person would, down to the thousandth or the last one.
async function deepPage(reader: Reader, first: string): Promise<string> {
  let path = first;
  for (let page = 1; page < DEEP_PAGE; page += 1) {
    const { nextCursor } = cursorSchema.parse(await reader.read(path));
    if (nextCursor === null) return path;
    path = `${first}?cursor=${nextCursor}`;
  }
  return path;
}
