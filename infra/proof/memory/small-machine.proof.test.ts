import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { addForm, countsOf, untilDrained } from '#house/house.test-setup.ts';
import { withoutLimits } from '#house/open-house.test-setup.ts';
import { soakSeconds } from '#house/run-settings.ts';
import { startStores } from '#house/stores.test-setup.ts';
import { openSender, sendSteadily } from '#house/visitors.test-setup.ts';
import { readProjectFile } from '#manifests/project-files.ts';

const perSecond = 50;
/** The garbage of the start has been collected by then. */
const idleMs = 60_000;
/** In megabytes of 2^20 bytes. The system and Docker get the rest of 1 GB. */
const idleMbMax = 340;
const busyMbMax = 600;

/** What Node is told in each service by compose's file for a small machine. */
function readNodeOptions(): Record<string, string[]> {
  const { services } = parse(readProjectFile('infra/docker/small.yml')) as {
    services: Record<string, { command: string[] }>;
  };
  return Object.fromEntries(Object.entries(services).map(([name, { command }]) => [name, command.slice(0, -1)]));
}

/** The memory of a process and its children: shared memory counts in proportion. */
function memoryOf(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid);
  return pssOf(String(pid)) + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0);
}

// A process may end between the listing and the reading.
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const parentOf = (pid: string) => Number(/^PPid:\s+(\d+)$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1]);
const pssOf = (pid: string) =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024;

it('serves 50 submissions a second in the memory of the smallest machine', {
  timeout: (soakSeconds + 600) * 1_000,
}, async () => {
  const stores = await startStores();
  const redis = new Redis(stores.redis.url);
  onTestFinished(() => redis.disconnect());
  // The settings that `inlet-setup` writes for a machine with less than 2 GB.
  await redis.config('SET', 'maxmemory', '128mb');
  const nodeOptions = readNodeOptions();
  const environment = { ...withoutLimits, FILES_FOLDER: await createDisposableFolder() };
  const urls = { databaseUrl: stores.postgres.url, redisUrl: stores.redis.url };
  const house = await startFleets(1, { ...urls, environment, nodeOptions });
  const form = await addForm(house, { plan: 'pro' });
  const services = Object.entries(house.fleets).map(([name, fleet]) => [name, fleet.pids()[0] ?? 0] as const);
  const pids = [...services, ['postgres', stores.postgres.pid()], ['redis', stores.redis.pid()]] as const;
  const measure = () => Object.fromEntries(pids.map(([name, pid]) => [name, memoryOf(pid)]));
  const sumOf = (memory: Record<string, number>) => Object.values(memory).reduce((sum, one) => sum + one, 0);
  const show = (memory: Record<string, number>) =>
    Object.entries({ ...memory, all: sumOf(memory) })
      .map(([name, mb]) => `${name} ${mb.toFixed(0)}`)
      .join(', ');

  await pause(idleMs);
  const idle = measure();
  console.log(`idle, MB: ${show(idle)}`);

  const send = openSender(64);
  const statuses = new Map<number, number>();
  const fields = { email: 'ada@example.com', message: 'A message of the usual length. '.repeat(6) };
  const sendOne = async () => {
    const { status } = await send(house.urls.gateway, form.endpointId, fields);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  let peak = idle;
  const startMs = performance.now();
  const isOver = () => performance.now() - startMs > soakSeconds * 1_000;
  const watch = async () => {
    for (; !isOver(); await pause(5_000)) {
      const now = measure();
      if (sumOf(now) > sumOf(peak)) peak = now;
    }
  };
  await Promise.all([sendSteadily(perSecond, sendOne, isOver), watch()]);
  await untilDrained(house);
  console.log(`peak, MB: ${show(peak)}; after ${soakSeconds} s: ${show(measure())}`);
  console.log(`answers: ${JSON.stringify(Object.fromEntries(statuses))}`);
  expect((await countsOf(house, form)).rows).toBe(statuses.get(200));
  expect([...statuses.keys()]).toEqual([200]);
  expect(sumOf(idle)).toBeLessThan(idleMbMax);
  expect(sumOf(peak)).toBeLessThan(busyMbMax);
});
