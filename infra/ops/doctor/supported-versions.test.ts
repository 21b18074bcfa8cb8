import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { judgeVersion } from '#doctor/look-at-postgres.ts';
import { oldestRedis, supportedPostgres } from '#doctor/supported-versions.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

it('are the versions that docs/requirements.md names', () => {
  const rows = read('docs/requirements.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const rowOf = (part: string) => rows.find(([, name]) => name?.startsWith(part))?.slice(2, 4);
  const { oldest, tested } = supportedPostgres;
  expect(rowOf('PostgreSQL')).toEqual([`${oldest} to ${tested}`, expect.stringMatching(`^${tested} in every test`)]);
  expect(rowOf('Redis')?.[0]).toBe(`${oldestRedis.join('.')} or newer`);
  const { engines } = JSON.parse(read('package.json'));
  expect(rowOf('Node')?.[0]).toContain(`${engines.node.replace('>=', '')} or newer`);
  // The styles are written for these browsers.
  const [, chrome, safari] = /cssTarget: \['chrome(\d+)', .*'safari([\d.]+)'\]/.exec(read('web/vite.config.ts')) ?? [];
  expect(rowOf('browsers')?.[0]).toMatch(new RegExp(`Edge ${chrome},.* Safari ${safari},`));
});

it('are the versions that compose runs', () => {
  const compose = read('docker-compose.yml');
  expect(compose).toMatch(new RegExp(`image: postgres:${supportedPostgres.tested}\\.`));
  expect(Number(/image: redis:(\d+)/.exec(compose)?.[1])).toBeGreaterThanOrEqual(oldestRedis[0]);
});

it.each([
  [14, 'fault'],
  [15, 'warning'],
  [17, 'warning'],
  [18, undefined],
])('PostgreSQL %i is judged', (major, level) => {
  expect(judgeVersion(`${major}.1`, major)?.level).toBe(level);
});
