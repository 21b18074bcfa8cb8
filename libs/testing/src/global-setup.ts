import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import '#provided-context.ts';
import { databaseUrlOf, type ServiceRoles, serviceUrlsOf, withAdmin } from '@inlet/local-servers/admin-database';
import { readTestingConfig } from '#config.ts';
import type { MigrateThreadData } from '#migrate-thread.ts';
import { startTestServers } from '#test-servers.ts';

/** Runs once before the integration tests: finds or starts the servers and creates the migrated template. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const servers = await startTestServers(readTestingConfig(), (line) => process.stderr.write(`${line}\n`));
  const suffix = randomBytes(6).toString('hex');
  const template = `inlet_template_${suffix}`;
  const serviceRoles: ServiceRoles = {
    account: { name: `inlet_account_${suffix}`, password: randomBytes(16).toString('hex') },
    worker: { name: `inlet_worker_${suffix}`, password: randomBytes(16).toString('hex') },
  };
  try {
    await makeTemplate(servers.databaseUrl, template, serviceRoles);
  } catch (error) {
    await servers.stop();
    throw error;
  }
  provide('adminDatabaseUrl', servers.databaseUrl);
  provide('templateDatabase', template);
  provide('serviceRoles', serviceRoles);
  provide('redisUrl', servers.redisUrl);
  return async () => {
    await dropTemplate(servers.databaseUrl, template, serviceRoles);
    await servers.stop();
  };
}

async function makeTemplate(adminUrl: string, template: string, roles: ServiceRoles): Promise<void> {
  await withAdmin(adminUrl, (client) => client.query(`create database ${pg.escapeIdentifier(template)}`));
  const databaseUrl = databaseUrlOf(adminUrl, template);
  await migrate({ databaseUrl, serviceUrls: serviceUrlsOf(databaseUrl, roles) });
}

function migrate(workerData: MigrateThreadData): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./migrate-thread.ts', import.meta.url), { workerData });
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });
}

async function dropTemplate(adminUrl: string, template: string, roles: ServiceRoles): Promise<void> {
  await withAdmin(adminUrl, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(template)} with (force)`);
    // A database that a test left behind still refers to the roles; they have no rights elsewhere.
    const drop = Object.values(roles).map(({ name }) => client.query(`drop role ${pg.escapeIdentifier(name)}`));
    await Promise.allSettled(drop);
  });
}
