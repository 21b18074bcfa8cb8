import { randomUUID } from 'node:crypto';
import { migrate } from '@inlet/db/migrate';
import { expect, it } from 'vitest';
import { firstRelease } from '#upgrades/first-release-data.test-setup.ts';
import { createOldDatabase, migrationNames } from '#upgrades/old-release.test-setup.ts';

const { formId } = firstRelease;

it('the release before goes on storing and deleting, and an import knows what is left of it', async () => {
  const { url, client } = await createOldDatabase(migrationNames.indexOf('0056_imports'));
  const before = await client.query('select count(*)::int as count from submissions');
  await migrate(url);
  const importId = randomUUID();
  await client.query('insert into imports (id, form_id, imported_count, left_count) values ($1, $2, 2, 2)', [
    importId,
    formId,
  ]);
  await client.query(
    `insert into submissions (id, form_id, data, created_at, import_id)
     select gen_random_uuid(), $1, '{}', now(), $2 from generate_series(1, 2)`,
    [formId, importId],
  );
  // The statements of the release before name no import.
  await client.query(
    `insert into submissions (id, form_id, created_at, data, is_spam) values (gen_random_uuid(), $1, now(), '{}', false)`,
    [formId],
  );
  const imported = 'select id from submissions where import_id = $1 limit 1';
  await client.query(`delete from submissions where id in (${imported})`, [importId]);
  const { rows } = await client.query('select imported_count as imported, left_count as left from imports');
  expect(rows).toEqual([{ imported: 2, left: 1 }]);
  const after = await client.query('select count(*)::int as count from submissions');
  expect(after.rows[0].count).toBe(before.rows[0].count + 2);
  await client.query('delete from forms where id = $1', [formId]);
  expect((await client.query('select from imports')).rowCount).toBe(0);
});
