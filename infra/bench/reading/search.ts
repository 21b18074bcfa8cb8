import { submissionPageSchema } from '@inlet/contracts/submissions';
import { waitUntil } from '@inlet/testing/wait-until';
import { measureLatencies, ofRounds } from '#reading/latencies.ts';
import { rowOfLatencies } from '#reading/lists.ts';
import type { Reader } from '#reading/reader.ts';
import { largeFormRows } from '#reading/seed.ts';
import type { Row } from '#report/row.ts';
import { inRounds, type Scene } from '#scene.ts';

const P95_MS = 300;
const REQUESTS = 50;
const INDEX_TIMEOUT_MS = 900_000;
const INDEX_INTERVAL_MS = 1_000;
/** The newest rows are searched without the index until there are enough of them for one step of it. */
const ROWS_OF_A_STEP = 1_000;

/** The number of a row of the large form that lies deep in it. */
const deepRow = largeFormRows;
const terms = [
  { what: 'a common word', q: 'workshop', isThere: true },
  { what: 'a word that one submission has', q: `visitor ${deepRow}`, isThere: true },
  { what: 'a word that none has', q: 'nobody says so', isThere: false },
];
const pageSchema = submissionPageSchema.pick({ submissions: true });

/** Waits until the worker has the form in the index of the search. */
export async function waitForIndex({ product, signal }: Scene, formId: string): Promise<void> {
  const isIndexed = async () => {
    signal.throwIfAborted();
    const { rows } = await product.pool.query<{ count: number }>(
      'select row_count as count from search_marks where form_id = $1',
      [formId],
    );
    return (rows[0]?.count ?? 0) >= largeFormRows - ROWS_OF_A_STEP;
  };
  const limits = { timeoutMs: INDEX_TIMEOUT_MS, intervalMs: INDEX_INTERVAL_MS };
  await waitUntil(isIndexed, { ...limits, what: 'the search to know the form' });
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
