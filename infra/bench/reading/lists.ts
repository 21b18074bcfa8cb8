import { submissionPageSchema } from '@inlet/contracts/submissions';
import { medianByName } from '#measure/median.ts';
import { type Latencies, measureLatencies } from '#reading/latencies.ts';
import type { Reader } from '#reading/reader.ts';
import { largeRows, smallRows } from '#reading/seed.ts';
import { atMostTimes, type Row } from '#report/row.ts';
import { inTurn, type Scene } from '#scene.ts';

type Lists = Awaited<ReturnType<typeof measureLists>>;

const DEEP_PAGE = 1_000;
const P95_MS = 30;
const SMALL_RATIO = 1.5;
const cursorSchema = submissionPageSchema.pick({ nextCursor: true });

/** The duration of the app's pages for an account, and for a form from the top and at depth. */
export async function measureLists(scene: Scene, reader: Reader, formId: string, stored: number) {
  await reader.signIn();
  const first = `/api/v1/forms/${formId}/submissions`;
  const deep = await deepPage(reader, first);
  const readDashboard = () => Promise.all([reader.read('/api/v1/usage'), reader.read('/api/v1/forms?limit=5')]);
  return inTurn(scene, `lists of ${stored.toLocaleString('en')}`, {
    'form list': () => measureLatencies(() => reader.read('/api/v1/forms')),
    dashboard: () => measureLatencies(readDashboard),
    'first page of submissions': () => measureLatencies(() => reader.read(first)),
    '1,000th page of submissions': () => measureLatencies(() => reader.read(deep)),
  });
}

/** The large account's times compared with the small one's. */
export function listRows(small: Lists, large: Lists): Row[] {
  const [few, many] = [smallRows, largeRows].map((rows) => rows.toLocaleString('en'));
  const names = Object.keys(large) as (keyof Lists)[];
  return names.flatMap((name) => {
    const [ofSmall, ofLarge] = [medianByName(small[name]), medianByName(large[name])];
    const ratio = ofLarge.p95Ms / ofSmall.p95Ms;
    const isMet = ofLarge.p95Ms <= P95_MS && ratio <= SMALL_RATIO;
    const row = rowOfLatencies(`${name}, ${many} stored`, ofLarge);
    const smallName = name.startsWith('1,000th') ? 'last page of submissions' : name;
    return [
      rowOfLatencies(`${smallName}, ${few} stored`, ofSmall),
      {
        ...row,
        figure: `${row.figure}, ${atMostTimes(ratio, 'the small')}`,
        target: { says: `p95 ≤ ${P95_MS} ms, ≤ ${SMALL_RATIO} × the small`, isMet },
      },
    ];
  });
}

export function rowOfLatencies(what: string, { p50Ms, p95Ms, p99Ms }: Latencies): Row {
  return { what, figure: `p95 ${p95Ms.toFixed(2)} ms`, p50Ms, p99Ms, errors: 0 };
}

// Turns pages as a person would, up to the thousandth or the last.
async function deepPage(reader: Reader, first: string): Promise<string> {
  let path = first;
  for (let page = 1; page < DEEP_PAGE; page += 1) {
    const { nextCursor } = cursorSchema.parse(await reader.read(path));
    if (nextCursor === null) return path;
    path = `${first}?cursor=${nextCursor}`;
  }
  return path;
}
