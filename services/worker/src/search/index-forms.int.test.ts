import { asStored, foldText } from '@inlet/contracts/search-query';
import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { createLogger } from '@inlet/service/logger';
import { createMetrics } from '@inlet/service/metrics';
import { bucketOf, rowsWithAll } from '@inlet/submissions/postings';
import { lowestId } from '@inlet/submissions/range';
import { blockRows } from '@inlet/submissions/search-block';
import { searchGrams } from '@inlet/submissions/search-grams';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { waitUntil } from '@inlet/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { dropUnused } from '#search/drop-unused.ts';
import { indexRows } from '#search/index-rows.ts';
import { needsRepair, repairBlocks } from '#search/repair-blocks.ts';
import { findUnfinished } from '#search/search.store.ts';
import { startIndexing } from '#search/start-indexing.ts';
import { storeWithHalving } from '#submissions/store-with-halving.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const startMs = Date.UTC(2025, 2, 1);

let testDatabase: TestDatabase;
let database: Database;
let form: Form;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, maxConnections: 6, applicationName: 'worker' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.close();
});
beforeEach(async () => {
  const user = await buildUser(database.prisma);
  form = await buildForm(database.prisma, { userId: user.id });
});

/** Submissions one second after another, stored as all are. */
async function store(count: number, { from = 0, json = '{"note":"Grüße"}', isSpam = false } = {}): Promise<string[]> {
  const batch = Array.from({ length: count }, (_, n) =>
    buildAcceptedSubmission({ formId: form.id, receivedAtMs: startMs + Math.round((from + n) * 1_000), json, isSpam }),
  );
  await storeWithHalving(database.pool, batch, () => Promise.reject(new Error('nothing is refused here')));
  return batch.map(({ id }) => id);
}

/** What account does at the first search. */
async function search(searchedAt = new Date()): Promise<void> {
  const { id: formId } = form;
  const none = { toAt: new Date(0), toId: lowestId, rowCount: 0, searchedAt };
  await database.prisma.searchIndex.upsert({ where: { formId }, create: { formId, ...none }, update: { searchedAt } });
}
async function index(): Promise<number> {
  await search();
  let blocks = 0;
  while ((await indexRows(database.pool, form.id)).goesOn) blocks += 1;
  return blocks;
}
const repair = () => repairBlocks(database.pool, form.id, () => true);
const isAmiss = () => needsRepair(database.pool, form.id);
async function markOf() {
  const watermark = await database.prisma.searchIndex.findUnique({ where: { formId: form.id } });
  return watermark && { ...watermark, rowCount: Number(watermark.rowCount) };
}

/** Ids of the submissions in blocks that may have a text. */
async function mayHave(text: string): Promise<string[]> {
  const grams = searchGrams(form.id).ofTerm(asStored(foldText(text)));
  const blocks = await database.prisma.searchSegment.findMany({ where: { formId: form.id } });
  const found = blocks.flatMap(({ ids, directory, postings }) => {
    const [bytes, all] = [Buffer.from(postings), Buffer.from(ids)];
    const bucketFor = (gram: number) => bytes.subarray(directory[bucketOf(gram)], directory[bucketOf(gram) + 1]);
    const rows = rowsWithAll(
      grams.map((gram) => ({ gram, bucket: bucketFor(gram) })),
      all.length / 16,
    );
    return rows.map((row) => all.toString('hex', 16 * row, 16 * row + 16));
  });
  return found.map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')).toSorted();
}

/** Blocks that follow one another from the beginning to the watermark. */
async function expectNoGap(): Promise<void> {
  const blocks = await database.prisma.searchSegment.findMany({
    where: { formId: form.id },
    orderBy: [{ toAt: 'asc' }, { toId: 'asc' }],
  });
  const ends = blocks.map(({ toAt, toId }) => [toAt.getTime(), toId]);
  const begins = blocks.map(({ fromAt, fromId }) => [fromAt.getTime(), fromId]);
  expect(begins).toEqual([[0, '00000000-0000-0000-0000-000000000000'], ...ends.slice(0, -1)]);
  const watermark = await markOf();
  expect(ends.at(-1)).toEqual([watermark?.toAt.getTime(), watermark?.toId]);
}

describe('the submissions of a form', () => {
  it('are put into blocks by the step, spam among them, and the rest is left', async () => {
    const kept = await store(blockRows, { json: '{"note":"ÄPFEL"}' });
    const spam = await store(blockRows, { from: 100, isSpam: true });
    const rest = await store(10, { from: 5_000 });
    expect(await index()).toBe(2);
    await expectNoGap();
    expect((await markOf())?.rowCount).toBe(2 * blockRows);
    const found = await mayHave('äpfel');
    expect(kept.filter((id) => !found.includes(id))).toEqual([]);
    const all = await mayHave('note');
    expect(all).toEqual([...kept, ...spam].toSorted());
    expect(rest.some((id) => all.includes(id))).toBe(false);
    expect(await mayHave('birnen')).toEqual([]);
  });

  it('are left alone while some of the same time may still be on their way', async () => {
    await store(blockRows + 10, { from: (Date.now() - startMs) / 1_000 - blockRows });
    expect(await index()).toBe(0);
  });

  it('are looked at in any case where they are too long to be taken apart', async () => {
    const [long] = await store(1, { json: JSON.stringify({ note: 'x'.repeat(70_000) }) });
    await store(blockRows, { from: 10 });
    await index();
    expect(await mayHave('never heard of')).toContain(long);
  });

  it('are indexed by one worker at a time, none twice', async () => {
    await store(3 * blockRows);
    await search();
    const run = async () => {
      while (((await markOf())?.rowCount ?? 0) < 3 * blockRows) await indexRows(database.pool, form.id);
    };
    await Promise.all([run(), run(), run()]);
    await expectNoGap();
    expect(await mayHave('note')).toHaveLength(3 * blockRows);
  });

  it('have neither a watermark nor blocks once the form is gone', async () => {
    await store(blockRows);
    await index();
    await database.prisma.form.delete({ where: { id: form.id } });
    expect(await markOf()).toBeNull();
    expect([await markOf(), await indexRows(database.pool, form.id)]).toEqual([null, { rowCount: 0, goesOn: false }]);
  });
});

describe('a submission that is stored before the watermark', () => {
  it('is noticed, and found from then on', async () => {
    await store(blockRows + 5);
    await index();
    expect(await isAmiss()).toBe(false);
    const [late] = await store(1, { from: 100, json: '{"note":"late"}' });
    expect(await mayHave('late')).toEqual([]);
    expect(await isAmiss()).toBe(true);
    await repair();
    expect(await mayHave('late')).toContain(late);
    expect(await isAmiss()).toBe(false);
    await expectNoGap();
  });

  it('is noticed among deletions of any kind, also of late ones', async () => {
    const ids = await store(blockRows + 20);
    await index();
    const late = await store(3, { from: 100, json: '{"note":"late"}' });
    const deleted = [...ids.slice(0, 7), ids[111] ?? '', ...ids.slice(-4), late[0] ?? ''];
    await database.prisma.submission.deleteMany({ where: { id: { in: deleted } } });
    await database.prisma.formTotal.update({
      where: { formId: form.id },
      data: { submissionCount: { decrement: deleted.length } },
    });
    expect(await isAmiss()).toBe(true);
    await repair();
    expect((await mayHave('late')).filter((id) => late.includes(id))).toEqual(late.slice(1).toSorted());
    expect(await isAmiss()).toBe(false);
    await expectNoGap();
  });

  it('has many beside it after an outage, which then have blocks of their own', async () => {
    await store(blockRows);
    await index();
    const before = await database.prisma.searchSegment.count({ where: { formId: form.id } });
    const late = await Promise.all(
      [0, 1, 2].map((part) => store(400, { from: 100.001 + part / 1_000, json: `{"note":"late ${part}"}` })),
    );
    expect(await isAmiss()).toBe(true);
    await repair();
    await expectNoGap();
    const found = await mayHave('late');
    expect(late.flat().filter((id) => !found.includes(id))).toEqual([]);
    expect(await database.prisma.searchSegment.count({ where: { formId: form.id } })).toBeGreaterThan(before);
  });

  it('is looked for again by the next worker where the first one was stopped', async () => {
    await store(blockRows);
    await index();
    const [late] = await store(1, { from: 100, json: '{"note":"late"}' });
    expect(await isAmiss()).toBe(true);
    await repairBlocks(database.pool, form.id, () => false);
    expect(await mayHave('late')).toEqual([]);
    expect(await isAmiss()).toBe(true);
    await repair();
    expect(await mayHave('late')).toContain(late);
    expect(await isAmiss()).toBe(false);
  });
});

describe('deleting', () => {
  it('takes the hashes along within a day', async () => {
    const [first = ''] = await store(1, { json: '{"note":"secret"}' });
    await store(blockRows, { from: 10 });
    await index();
    await database.prisma.submission.delete({ where: { id: first } });
    await database.prisma.formTotal.update({
      where: { formId: form.id },
      data: { submissionCount: { decrement: 1 } },
    });
    expect(await isAmiss()).toBe(false);
    expect(await mayHave('secret')).toEqual([first]);
    const { outdatedSince } = (await markOf()) ?? {};
    expect(outdatedSince?.getTime()).toBeGreaterThan(Date.now() - 10_000);
    await database.prisma.searchIndex.update({
      where: { formId: form.id },
      data: { outdatedSince: new Date(Date.now() - 25 * 3_600_000) },
    });
    expect(await findUnfinished(database.pool)).toContain(form.id);
    expect(await isAmiss()).toBe(true);
    await repair();
    expect(await mayHave('secret')).toEqual([]);
    expect((await markOf())?.outdatedSince).toBeNull();
    await expectNoGap();
  });

  it('is no reason to look for anything', async () => {
    const ids = await store(blockRows + 30);
    await index();
    const deleted = [...ids.slice(10, 40), ...ids.slice(-10)];
    await database.prisma.submission.deleteMany({ where: { id: { in: deleted } } });
    await database.prisma.formTotal.update({
      where: { formId: form.id },
      data: { submissionCount: { decrement: 40 } },
    });
    expect((await markOf())?.rowCount).toBe(blockRows - 30);
    expect(await isAmiss()).toBe(false);
  });

  it('counts rightly what is put into blocks in the same moment', async () => {
    const ids = await store(2 * blockRows);
    await search();
    const deleting = ids
      .filter((_, n) => n % 10 === 0)
      .map((id) =>
        database.pool.query(
          `with gone as (delete from submissions where id = $1 returning form_id)
         update form_totals set submission_count = submission_count - 1 from gone where form_totals.form_id = gone.form_id`,
          [id],
        ),
      );
    await indexRows(database.pool, form.id);
    await Promise.all(deleting);
    await index();
    expect(await isAmiss()).toBe(false);
  });
});

describe('the worker', () => {
  const fill = (count: number) =>
    database.pool.query(
      `with rows as (
         insert into submissions (id, form_id, data, created_at)
         select gen_random_uuid(), $1, '{"note":"one of many"}', to_timestamp($2::float8 + n) from generate_series(1, $3::int) as n
         returning 1
       ) insert into form_totals (form_id, submission_count) select $1, count(*) from rows`,
      [form.id, startMs / 1_000, count],
    );

  it('looks after forms that are searched, and no others', async () => {
    const unfinished = () => findUnfinished(database.pool);
    await store(10);
    expect(await unfinished()).not.toContain(form.id);
    await search();
    expect(await unfinished()).toContain(form.id);
  });

  it('puts them into blocks in the background, but not while submissions wait', async () => {
    await fill(2 * blockRows + 1);
    await search();
    let asked = 0;
    const busy = startIndexing({
      pool: database.pool,
      isBusy: async () => {
        asked += 1;
        return true;
      },
      metrics: createMetrics('test'),
      logger,
    });
    await waitUntil(async () => asked > 0);
    await busy.close();
    expect((await markOf())?.rowCount).toBe(0);
    const metrics = createMetrics('test');
    const indexing = startIndexing({
      pool: database.pool,
      isBusy: async () => false,
      logger,
      metrics,
    });
    onTestFinished(indexing.close);
    await waitUntil(async () => ((await markOf())?.rowCount ?? 0) === blockRows * 2);
    await indexing.close();
    expect(await metrics.registry.metrics()).toMatch(
      new RegExp(`inlet_search_indexed_rows_total\\{[^}]*\\} ${2 * blockRows}`),
    );
    expect(await metrics.registry.metrics()).toMatch(/inlet_search_indexes\{[^}]*\} \d/);
    await expectNoGap();
  });

  it('drops the index 30 days after the last search, and builds it anew after the next one', async () => {
    await store(blockRows + 5);
    await index();
    const daysAgo = (days: number) => search(new Date(Date.now() - days * 86_400_000));
    const drop = () => dropUnused(database.pool, async () => true);
    await daysAgo(29);
    await drop();
    expect((await markOf())?.rowCount).toBe(blockRows);
    await daysAgo(31);
    await drop();
    expect(await markOf()).toBeNull();
    expect(await database.prisma.searchSegment.count({ where: { formId: form.id } })).toBe(0);
    await index();
    await expectNoGap();
  });

  it('builds the index anew where a search comes while it is dropped', async () => {
    await store(blockRows);
    await index();
    await search(new Date(0));
    // The worker ends once the watermark is at the beginning, and the blocks are still there.
    await dropUnused(database.pool, async () => false);
    expect((await markOf())?.rowCount).toBe(0);
    expect(await database.prisma.searchSegment.count({ where: { formId: form.id } })).toBe(1);
    await index();
    await expectNoGap();
    expect(await mayHave('note')).toHaveLength(blockRows);
  });

  it('says that it could not, and goes on later, while Redis is away', async () => {
    const lines: string[] = [];
    let asked = 0;
    const indexing = startIndexing({
      pool: database.pool,
      isBusy: async () => {
        asked += 1;
        throw new Error('Redis is away');
      },
      metrics: createMetrics('test'),
      logger: createLogger({ service: 'test', level: 'warn' }, { write: (line) => void lines.push(line) }),
    });
    await waitUntil(async () => lines.length > 0);
    await indexing.close();
    expect(asked).toBe(1);
    expect(lines[0]).toContain('indexing failed');
  });
});
