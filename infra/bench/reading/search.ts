import { submissionPageSchema } from '@inlet/contracts/submissions';
import { byName, growth, medianByName } from '#measure/median.ts';
import { cpuSecondsOf } from '#measure/process-tree.ts';
import { untilIndexed } from '#measure-loads.ts';
import { measureLatencies } from '#reading/latencies.ts';
import { rowOfLatencies } from '#reading/lists.ts';
import type { Reader } from '#reading/reader.ts';
import { largeFormRows } from '#reading/seed.ts';
import type { Row } from '#report/row.ts';
import { inRounds, type Scene } from '#scene.ts';

const P95_MS = 250;
const REQUESTS = 50;
/** Processor seconds for a thousand submissions, of the worker and PostgreSQL together. */
const COST_MAX = 0.3;
const THOUSAND = 1_000;

/** The number of a row deep in the large form. */
const deepRow = largeFormRows;
const terms = [
  { what: 'a common word', q: 'workshop', isThere: true },
  { what: 'a common word with an accent', q: 'malaga', isThere: true },
  { what: 'a word that one submission has', q: `visitor${deepRow}`, isThere: true },
  { what: 'a field of one submission', q: `email:visitor${deepRow}`, isThere: true },
  { what: 'two words that a thousand have', q: `${String(deepRow).slice(0, 4)} sevilla`, isThere: true },
  { what: 'a word that none has', q: 'nobody says so', isThere: false },
];
const pageSchema = submissionPageSchema.pick({ submissions: true, search: true });

/**
 * Measures the first search of a form, which has no index yet, and the cost of the index that the worker then builds.
 */
export async function measureIndexing(scene: Scene, reader: Reader, formId: string): Promise<Row[]> {
  await reader.signIn();
  const path = `/api/v1/forms/${formId}/submissions?q=visitor${deepRow}`;
  const { account: _, ...groups } = scene.product.groups();
  const before = cpuSecondsOf(groups);
  const startMs = performance.now();
  const first = pageSchema.parse(await reader.read(path));
  const firstMs = performance.now() - startMs;
  console.log('Waiting for the index of the search');
  await untilIndexed(scene);
  const spent = growth(before, cpuSecondsOf(groups));
  const cpuPerThousand = byName([spent], ([seconds = 0]) => (seconds / largeFormRows) * THOUSAND);
  const each = Object.values(cpuPerThousand).reduce((sum, seconds) => sum + seconds, 0);
  const found = first.search?.isComplete ? 'complete' : `back to ${first.search?.searchedBack}`;
  return [
    { what: 'first search of a form of 1,000,000, without an index', figure: found, p50Ms: firstMs, errors: 0 },
    {
      what: 'search index, for each thousand submissions',
      figure: `${each.toFixed(3)} core-seconds`,
      cpuPerThousand,
      errors: 0,
      target: { says: `≤ ${COST_MAX} core-seconds`, isMet: each <= COST_MAX },
    },
  ];
}

/** Measures the search of a large form for a text that occurs everywhere, once and never. */
export async function measureSearch(scene: Scene, reader: Reader, formId: string): Promise<Row[]> {
  await reader.signIn();
  const rows: Row[] = [];
  for (const { what, q, isThere } of terms) {
    const path = `/api/v1/forms/${formId}/submissions?q=${encodeURIComponent(q)}`;
    const { submissions } = pageSchema.parse(await reader.read(path));
    if (submissions.length > 0 !== isThere) scene.fail(`The search for ${what} finds ${submissions.length}`);
    const rounds = await inRounds(scene, `search for ${what}`, () =>
      measureLatencies(() => reader.read(path), REQUESTS),
    );
    const latencies = medianByName(rounds);
    const target = { says: `p95 ≤ ${P95_MS} ms`, isMet: latencies.p95Ms <= P95_MS };
    rows.push({
      ...rowOfLatencies(`search for ${what} among ${largeFormRows.toLocaleString('en')}`, latencies),
      target,
    });
  }
  return rows;
}
