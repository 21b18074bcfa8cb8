import { submissionPageSchema } from '@inlet/contracts/submissions';
import { blockRows } from '@inlet/submissions/search-block';
import { waitUntil } from '@inlet/testing/wait-until';
import { cpuSecondsOf } from '#measure/process-tree.ts';
import { measureLatencies, ofRounds } from '#reading/latencies.ts';
import { rowOfLatencies } from '#reading/lists.ts';
import type { Reader } from '#reading/reader.ts';
import { largeFormRows } from '#reading/seed.ts';
import type { Row } from '#report/row.ts';
import { inRounds, type Scene } from '#scene.ts';

const P95_MS = 100;
const REQUESTS = 50;
const INDEX_TIMEOUT_MS = 900_000;
const INDEX_INTERVAL_MS = 500;
/** Processor seconds for a thousand submissions, of the worker and PostgreSQL together. */
const COST_MAX = 0.04;
const THOUSAND = 1_000;

/** The number of a row of the large form that lies deep in it. */
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

/** The first search of a form, which finds no index, and what the index costs that the worker builds then. */
export async function measureIndexing({ product, signal, say }: Scene, reader: Reader, formId: string): Promise<Row[]> {
  await reader.signIn();
  const path = `/api/v1/forms/${formId}/submissions?q=visitor${deepRow}`;
  const { account: _, ...groups } = product.groups();
  const before = cpuSecondsOf(groups);
  const startMs = performance.now();
  const first = pageSchema.parse(await reader.read(path));
  const firstMs = performance.now() - startMs;
  say('Waiting for the index of the search');
  const isIndexed = async () => {
    signal.throwIfAborted();
    const { rows } = await product.pool.query<{ count: number }>(
      'select row_count::float8 as count from search_indexes where form_id = $1',
      [formId],
    );
    return (rows[0]?.count ?? 0) > largeFormRows - blockRows;
  };
  const limits = { timeoutMs: INDEX_TIMEOUT_MS, intervalMs: INDEX_INTERVAL_MS };
  await waitUntil(isIndexed, { ...limits, what: 'the search to know the form' });
  const after = cpuSecondsOf(groups);
  const spent = Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)] as const);
  const thousands = largeFormRows / THOUSAND;
  const each = spent.reduce((sum, [, seconds]) => sum + seconds, 0) / thousands;
  const found = first.search?.isComplete ? 'complete' : `back to ${first.search?.searchedBack}`;
  return [
    { what: 'first search of a form of 1,000,000, without an index', figure: `${found}`, p50Ms: firstMs, errors: 0 },
    {
      what: 'search index, for each thousand submissions',
      figure: `${each.toFixed(3)} core-seconds`,
      cpuPerThousand: Object.fromEntries(spent.map(([name, seconds]) => [name, seconds / thousands])),
      errors: 0,
      target: { says: `≤ ${COST_MAX} core-seconds`, isMet: each <= COST_MAX },
    },
  ];
}

/** How long the search of a large form takes for what is everywhere, once and nowhere. */
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
    const latencies = ofRounds(rounds);
    const target = { says: `p95 ≤ ${P95_MS} ms`, isMet: latencies.p95Ms <= P95_MS };
    rows.push({
      ...rowOfLatencies(`search for ${what} among ${largeFormRows.toLocaleString('en')}`, latencies),
      target,
    });
  }
  return rows;
}
