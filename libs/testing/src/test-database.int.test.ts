import { withAdmin } from '@inlet/local-servers/admin-database';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test-database.ts';

const open: TestDatabase[] = [];
const create = async () => {
  const database = await createTestDatabase();
  open.push(database);
  return database;
};

afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
});

describe('createTestDatabase', () => {
  it('gives a database that holds the newest schema', async () => {
    const { url } = await create();
    const tables = await withAdmin(url, (client) => client.query("select to_regclass('forms') as forms"));
    expect(tables.rows).toEqual([{ forms: 'forms' }]);
  });

  it('gives databases that do not see one another, even when asked for at once', async () => {
    const [first, second] = await Promise.all([create(), create()]);
    await withAdmin(first.url, (client) => client.query('create table only_in_the_first ()'));
    const seen = await withAdmin(second.url, (client) =>
      client.query("select to_regclass('only_in_the_first') as found"),
    );
    expect(seen.rows).toEqual([{ found: null }]);
  });

  it('drops the database at close although a client is still connected', async () => {
    const database = await create();
    const client = new pg.Client({ connectionString: database.url });
    const cutOff = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await database.close();
    await cutOff;
    await expect(withAdmin(database.url, async () => 'connected')).rejects.toThrow('does not exist');
  });
});
