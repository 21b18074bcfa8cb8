import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics, type Metrics } from '@inlet/observe/metrics';
import { createTestDatabase } from '@inlet/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#database.ts';

async function openMeasured() {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  const metrics = createMetrics('test');
  const database = openDatabase({ url, maxConnections: 2, applicationName: 'test', metrics });
  onTestFinished(database.close);
  return { ...database, metrics };
}

async function readValue({ registry }: Metrics, name: string, part?: string): Promise<number | undefined> {
  const found = await registry.getSingleMetric(`inlet_database_pool_${name}`)?.get();
  const values: { value: number; metricName?: string }[] = found?.values ?? [];
  return values.find(({ metricName }) => part === undefined || metricName?.endsWith(part))?.value;
}

it('measures connections, who uses them and who waits for one', async () => {
  const { pool, metrics } = await openMeasured();
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  const waiting = pool.query('select 1');
  await waitUntil(() => pool.waitingCount === 1, { what: 'a statement to wait' });
  expect(await readValue(metrics, 'connections')).toBe(2);
  expect(await readValue(metrics, 'busy_connections')).toBe(2);
  expect(await readValue(metrics, 'max_connections')).toBe(2);
  expect(await readValue(metrics, 'waiting')).toBe(1);
  for (const client of clients) client.release();
  await waiting;
  expect(await readValue(metrics, 'waiting')).toBe(0);
});

it('measures each wait for a connection, of every caller and in every way', async () => {
  const { pool, prisma, metrics } = await openMeasured();
  (await pool.connect()).release();
  await pool.query('select 1');
  await prisma.form.count();
  expect(await readValue(metrics, 'wait_seconds', '_count')).toBe(3);
});
