import { randomUUID } from 'node:crypto';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildTarget } from '@inlet/testing/build-target';
import { beforeEach, expect, it } from 'vitest';
import { account, form, setUpFormOwner, token, user } from '#forms/form-owner.test-setup.ts';
import { readAll } from '#inbox/feed/changes.test-setup.ts';
import { counts, imported, importLines, manyLines } from '#inbox/imports/import-lines.test-setup.ts';
import { continueUndoing } from '#inbox/imports/undo-import.ts';

setUpFormOwner();

let importId: string;
beforeEach(() => {
  importId = randomUUID();
});

const undo = (id = importId) => account.call(`DELETE /api/v1/forms/${form.id}/imports/${id}`, { token });
const imports = async () => {
  const { body } = await account.call(`GET /api/v1/forms/${form.id}/imports`, { token });
  return (body as { imports: { id: string; state: string; imported: number; left: number }[] }).imports;
};
const goOn = () => continueUndoing(account.deps, new AbortController().signal);
const query = async (text: string, values: readonly unknown[] = []) =>
  (await account.deps.database.pool.query(text, [...values])).rows;
/** Imports so many rows that an undo takes several pieces; as one call would, in one statement. */
async function importMany(count: number): Promise<void> {
  await query('insert into imports (id, form_id, imported_count, left_count) values ($1, $2, $3, $3)', [
    importId,
    form.id,
    count,
  ]);
  await query(
    `insert into submissions (id, form_id, data, created_at, import_id)
     select gen_random_uuid(), $1, '{}', now(), $2 from generate_series(1, $3::int)`,
    [form.id, importId, count],
  );
  await query('insert into form_totals (form_id, submission_count) values ($1, $2)', [form.id, count]);
}
/** As if the process that began had ended half a minute ago. */
const leave = () => query(`update imports set undo_at = now() - interval '31 seconds'`);

it('deletes what the import stored and nothing else, tells the feed, and no integration', async () => {
  const { prisma } = account.deps.database;
  const events = ['submission.created', 'submission.deleted'];
  await buildTarget(prisma, { formId: form.id, sealed: new Uint8Array(32), events });
  const own = await buildSubmission(prisma, { formId: form.id });
  await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 1 } });
  await imported(manyLines(3));
  // Two of these are the other import's.
  await imported(manyLines(5, 1), { importId });
  const [starred] = await query('select id from submissions where import_id = $1 order by id limit 1', [importId]);
  const path = `/api/v1/forms/${form.id}/submissions/${starred?.id}`;
  await account.call(`PATCH ${path}`, { token, body: { isStarred: true } });
  const { end } = await readAll(account, token);

  expect((await undo()).body).toEqual({ count: 3 });
  expect(await counts()).toEqual({ rows: 4, total: 4, left: 3 });
  expect((await prisma.submission.findMany({ where: { importId: null } })).map(({ id }) => id)).toContain(own.id);
  expect(await query('select from submission_states where form_id = $1', [form.id])).toEqual([]);
  const { changes } = await readAll(account, token, '', end);
  expect(changes.map(({ type, submission }) => [type, submission])).toEqual(Array(3).fill(['deleted', null]));
  expect(changes.map(({ submissionId }) => submissionId)).toContain(starred?.id);
  expect(await query('select from deliveries')).toEqual([]);
  expect(await imports()).toMatchObject([
    { id: importId, imported: 3, left: 0, state: 'undone' },
    { imported: 3, left: 3, state: 'stored' },
  ]);

  // Another undo does nothing, and a late call stores nothing.
  expect([(await undo()).body, (await undo(randomUUID())).status]).toEqual([{ count: 0 }, 404]);
  const late = await importLines(manyLines(5, 1), { importId });
  expect([late.status, late.body]).toMatchObject([409, { code: 'import_undone' }]);
  const noted = await query(`select details from audit_events where action = 'submissions.import_undone'`);
  expect(noted).toEqual([{ details: { formId: form.id, importId, count: 3 } }]);
  expect(await imported(manyLines(5, 1))).toMatchObject({ imported: 3, known: 2 });
});

it('is finished by any process, exactly, although one dies in the middle of a piece', async () => {
  await importMany(12_000);
  await query(`create function die() returns trigger language plpgsql as 'begin raise exception ''dead''; end'`);
  await query(
    'create trigger die before update on imports for each row when (new.left_count = 7000) execute function die()',
  );
  // The piece that dies is undone, and the request answers what is left.
  expect((await undo()).body).toEqual({ count: 0, pending: 12_000 });
  expect(await counts()).toEqual({ rows: 12_000, total: 12_000, left: 12_000 });
  expect(await imports()).toMatchObject([{ state: 'undoing' }]);
  await goOn();
  expect((await counts()).rows).toBe(12_000);
  await query('drop function die cascade');
  await leave();
  await Promise.all([goOn(), goOn(), goOn()]);
  await leave();
  await goOn();
  expect(await counts()).toEqual({ rows: 0, total: 0, left: 0 });
  expect(await imports()).toMatchObject([{ state: 'undone', imported: 12_000 }]);
  const told = await query(
    `select sum(cardinality(ids))::int as count from changes where type = 'deleted' and user_id = $1`,
    [user.id],
  );
  expect(told).toEqual([{ count: 12_000 }]);
});

it('goes with its form', async () => {
  await importMany(6_000);
  await query('update imports set undo_at = $1', [new Date(0)]);
  const [deleted] = await Promise.all([account.call(`DELETE /api/v1/forms/${form.id}`, { token }), goOn()]);
  expect(deleted.status).toBe(204);
  await goOn();
  expect(await query('select from imports where form_id = $1', [form.id])).toEqual([]);
});

it('leaves a hundred imports without submissions, so that their number is bounded', async () => {
  await query(
    `insert into imports (id, form_id, imported_count, left_count, created_at, undo_at, undone_at)
     select gen_random_uuid(), $1, 1, 0, now() - n * interval '1 hour', now(), case when n < 105 then now() end
     from generate_series(1, 105) as n`,
    [form.id],
  );
  await imported(manyLines(1));
  const rows = await query(`select undone_at is null as "isOpen" from imports where form_id = $1 order by created_at`, [
    form.id,
  ]);
  // The one that is being undone and the new one are no part of them.
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([102, { isOpen: true }, { isOpen: true }]);
});
