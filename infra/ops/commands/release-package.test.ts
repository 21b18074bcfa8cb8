import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { beforeEach, expect, it, vi } from 'vitest';
import { releasePackage } from '#commands/release-package.ts';
import { copyProject } from '#release/copied-project.test-setup.ts';
import { currentVersion, filesOfVersion } from '#release/new-version.ts';

const client = 'libs/client';
const page = 'web/src/features/docs/pages/client.mdx';
let root: string;
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const release = (...args: string[]) => releasePackage(args, root);

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  root = copyProject();
  for (const path of [page, ...['src', 'versions', 'versions.json'].map((part) => join(client, part))]) {
    cpSync(join(projectRoot, path), join(root, path), { recursive: true });
  }
});

it('gives one package a version, wherever it is named, and keeps the script that pages load', async () => {
  const before = Object.keys(JSON.parse(read(`${client}/versions.json`)));
  await release('client', '99.0.0');
  expect(JSON.parse(read('libs/react/package.json'))).toMatchObject({
    version: currentVersion(join(projectRoot, 'libs/react')),
    devDependencies: { '@inlet/client': '99.0.0' },
  });
  const { packages } = JSON.parse(read('package-lock.json'));
  expect([packages[client].version, packages[''].version]).toEqual(['99.0.0', currentVersion(projectRoot)]);
  const versions = JSON.parse(read(`${client}/versions.json`));
  expect(Object.keys(versions)).toEqual([...before, '99.0.0']);
  const tag = `inlet-99.0.0.js" integrity="${versions['99.0.0']}"`;
  expect(read(page).replaceAll(/\s+/g, ' ')).toContain(tag);
  expect(read(`${client}/versions/inlet-99.0.0.js`)).toContain('/* Inlet 99.0.0, MIT licence */');

  // A released script never changes, unless no page has loaded it.
  await release('client', '99.0.0');
  appendFileSync(join(root, client, 'src/script.ts'), "console.log('another');\n");
  await expect(release('client', '99.0.0')).rejects.toThrow('pages that load it would refuse these');
  expect(JSON.parse(read(`${client}/versions.json`))).toEqual(versions);
  await release('client', '99.0.0', '--replace');
  expect(JSON.parse(read(`${client}/versions.json`))['99.0.0']).not.toBe(versions['99.0.0']);
});

it('leaves the packages of npm alone in a release of Inlet', () => {
  const path = `${client}/package.json`;
  expect(filesOfVersion(root, '99.0.0', '2026-03-04').get(path) ?? read(path)).toBe(read(path));
});

it.each([
  [['client', '0.0.1'], 'is older than'],
  [['client', '1.2'], 'is no version'],
  [['client'], 'is no version'],
  [['ingest', '1.2.3'], 'Usage'],
])('refuses %j', async (args, reason) => {
  await expect(release(...args)).rejects.toThrow(reason);
});
