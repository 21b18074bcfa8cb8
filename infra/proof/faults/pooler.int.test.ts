import { join } from 'node:path';
import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { startPgBouncer } from '@inlet/local-servers/pgbouncer';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { createTestDatabase, testServiceUrls } from '@inlet/testing/test-database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hotPath, openApi } from '#house/house.test-setup.ts';
import { startLoad, tryLater } from '#house/load.test-setup.ts';

const timeout = 300_000;
const sentence =
  'DATABASE_URL: leads to a pooler in transaction mode, which loses prepared statements: set DATABASE_PREPARED=off';

/** A database of one's own behind a PgBouncer. */
async function openPooler(mode: 'session' | 'transaction') {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  const services = testServiceUrls(url);
  const dir = join(await createDisposableFolder(), 'pgbouncer');
  const urls = [url, services.account, services.worker] as const;
  const pooler = await closeWithTest(startPgBouncer({ dir, mode, urls }), ({ stop }) => stop());
  const databaseHost = new URL(pooler.url).host;
  return { databaseUrl: url, databaseHost, pooledUrl: url.replace(new URL(url).host, databaseHost) };
}

/** Submissions beside readings of the API: all are stored once, and all reads are 200. */
async function useProduct(
  where: { databaseUrl: string; databaseHost: string },
  { name, prepared, copies }: { name: string; prepared: 'on' | 'off'; copies: number },
) {
  const environment = { DATABASE_PREPARED: prepared, LOG_LEVEL: 'debug' };
  const lines: string[] = [];
  const options = { onLine: (line: string) => lines.push(line) };
  const fleets = await startFleets(copies, { ...where, environment, options, services: hotPath });
  const { form, untilMore, judge } = await startLoad(fleets, name);
  const call = await openApi(fleets, form.userId);
  const read = async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 20; count += 1) {
      statuses.add((await call(`GET /api/v1/forms/${form.id}/submissions`)).status);
    }
    return [...statuses];
  };
  await untilMore();
  const statuses = await Promise.all(Array.from({ length: 8 }, read));
  await untilMore();
  expect(new Set(statuses.flat())).toEqual(new Set([200]));
  await judge(tryLater);
  // A failed statement of the worker is tried again, and nobody else would notice it.
  expect(lines.filter((line) => line.includes('prepared statement'))).toEqual([]);
  const metrics = await (await fetch(`${fleets.urls.account}/metrics`)).text();
  expect(metrics).toMatch(/^inlet_database_writable{.*} 1$/m);
  expect(await fleets.redis.zcard(`${fleets.keys.queues}:submissions:failed`)).toBe(0);
}

describe('behind a pooler in session mode', () => {
  it('migrates and works as it is', { timeout }, async () => {
    const { pooledUrl, ...where } = await openPooler('session');
    expect(await migrate(pooledUrl)).toEqual([]);
    await useProduct(where, { name: '24 a pooler in session mode', prepared: 'on', copies: 1 });
  });
});

describe('behind a pooler in transaction mode', () => {
  it('does not start while it prepares statements, and does not migrate', { timeout }, async () => {
    const { pooledUrl, ...where } = await openPooler('transaction');
    for (const service of ['account', 'worker'] as const) {
      const lines: string[] = [];
      const options = { onLine: (line: string) => lines.push(line) };
      await expect(startFleets(1, { ...where, options, services: [service] })).rejects.toThrow();
      expect(lines.join('\n')).toContain(sentence);
    }
    const refusal = 'a migration holds locks of its session: give the address of PostgreSQL itself';
    await expect(migrate(pooledUrl)).rejects.toThrow(refusal);
    await expect(grantAccess(pooledUrl, testServiceUrls(where.databaseUrl))).rejects.toThrow(refusal);
  });

  it('stores and reads everything while it prepares none', { timeout }, async () => {
    // Two of each service share the pooler's connections.
    const how = { name: '25 a pooler in transaction mode', prepared: 'off', copies: 2 } as const;
    await useProduct(await openPooler('transaction'), how);
  });
});
