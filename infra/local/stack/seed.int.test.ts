import { rm } from 'node:fs/promises';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { runSql } from '@inlet/testing/sql';
import { createTestDatabase } from '@inlet/testing/test-database';
import { createTestRedis } from '@inlet/testing/test-redis';
import { expect, it, onTestFinished } from 'vitest';
import { ownConfig } from '#config/own-config.ts';
import { readSecrets } from '#files/secrets.ts';
import { findDemo, seedDemo } from '#stack/seed.ts';
import { serviceEnvironment } from '#stack/services.ts';

/** The demo settings of a start, with billing off, so that no Stripe has to run. */
async function openDemo() {
  const dataDir = await createDisposableFolder();
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  onTestFinished(database.close);
  onTestFinished(redis.close);
  const config = { ...(await ownConfig(dataDir)), billing: 'off' as const, redisPrefix: redis.prefix };
  const databaseUrls = { account: database.accountUrl, worker: database.workerUrl };
  const surroundings = { config, mode: 'start' as const, databaseUrls, redisUrl: redis.url };
  const accountEnv = serviceEnvironment({ ...surroundings, secrets: readSecrets(dataDir) }, 'account');
  return { dataDir, databaseUrl: database.url, accountEnv, moreEmails: [] };
}

it('finds the demo that it made, and seeds again when its form is closed or anything else of it has changed', async () => {
  const demo = await openDemo();
  expect(await findDemo(demo)).toBeUndefined();
  const endpointId = await seedDemo(demo);
  expect(await findDemo(demo)).toBe(endpointId);

  expect(await findDemo({ ...demo, moreEmails: ['more@inlet.local'] })).toBeUndefined();
  const withStripe = { ...demo, accountEnv: { ...demo.accountEnv, STRIPE_API_URL: 'http://127.0.0.1:1' } };
  expect(await findDemo(withStripe)).toBeUndefined();
  await runSql(
    demo.databaseUrl,
    `update forms set allowed_origins = '{localhost}' where endpoint_id = '${endpointId}'`,
  );
  expect(await findDemo(demo)).toBeUndefined();
  await runSql(demo.databaseUrl, `update forms set allowed_origins = '{}' where endpoint_id = '${endpointId}'`);
  expect(await findDemo(demo)).toBe(endpointId);
  await rm(`${demo.dataDir}/demo.json`);
  expect(await findDemo(demo)).toBeUndefined();
});
