import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import '#provided-context.ts';
import { databaseUrlOf, withAdmin } from '#admin-database.ts';
import { readTestingConfig } from '#config.ts';
import { startTestServers } from '#test-servers.ts';

/** Runs once before the integration tests: finds or starts the servers and makes the migrated template. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const servers = await startTestServers(readTestingConfig(), (line) => process.stderr.write(`${line}\n`));
  const template = `inlet_template_${randomBytes(6).toString('hex')}`;
  await makeTemplate(servers.databaseUrl, template);
  provide('adminDatabaseUrl', servers.databaseUrl);
  provide('templateDatabase', template);
  provide('redisUrl', servers.redisUrl);
  return async () => {
    await dropTemplate(servers.databaseUrl, template);
    await servers.stop();
  };
}

async function makeTemplate(adminUrl: string, template: string): Promise<void> {
  await withAdmin(adminUrl, (client) => client.query(`create database ${pg.escapeIdentifier(template)}`));
  await migrate(databaseUrlOf(adminUrl, template));
}

function migrate(databaseUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./migrate-thread.ts', import.meta.url), { workerData: databaseUrl });
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });
}

async function dropTemplate(adminUrl: string, template: string): Promise<void> {
  await withAdmin(adminUrl, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(template)} with (force)`),
  );
}
