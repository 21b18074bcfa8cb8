import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testServiceUrls } from '@inlet/testing/test-database';
import type { LocalConfig } from '#config/config.ts';
import { ownConfig } from '#config/own-config.ts';
import type { ServiceSpec } from '#processes/service-process.ts';
import { serviceSpecs } from '#stack/services.ts';

/** The secrets of every product that a test starts. */
export const testSecrets = {
  tokenSecret: 'a secret for tokens of 32 characters',
  internalToken: 'a secret for services of 32 chars',
  webhookSecret: 'a secret for webhooks',
  encryptionKeys: 'a key for sealing of 32 characters',
};

/**
 * How each service of a test's own product starts. The web app is a single page, because tests only check that it is
 * served.
 */
export async function describeServices(
  folder: string,
  { databaseUrl, redisUrl, redisPrefix }: { databaseUrl: string; redisUrl: string; redisPrefix?: string },
): Promise<{ config: LocalConfig; specOf: (name: string) => ServiceSpec }> {
  const own = await ownConfig(folder);
  const config = { ...own, logLevel: 'error' as const, redisPrefix: redisPrefix ?? own.redisPrefix };
  const WEB_ROOT = join(folder, 'web');
  await mkdir(WEB_ROOT);
  await writeFile(join(WEB_ROOT, 'index.html'), '<!doctype html><title>Inlet</title>');
  const databaseUrls = testServiceUrls(databaseUrl);
  const specs = serviceSpecs({ config, mode: 'start', databaseUrls, redisUrl, secrets: testSecrets });
  const specOf = (name: string) => {
    const spec = specs.find((candidate) => candidate.name === name);
    if (!spec) throw new Error(`There is no service called ${name}`);
    return name === 'gateway' ? { ...spec, env: { ...spec.env, WEB_ROOT } } : spec;
  };
  return { config, specOf };
}
