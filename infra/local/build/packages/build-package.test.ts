import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { beforeEach, expect, it } from 'vitest';
import { buildPackages } from '#build/packages/build-package.ts';
import type { NpmPackage } from '#build/packages/npm-packages.ts';

const hook: NpmPackage = {
  name: '@inlet/hook',
  folder: 'libs/hook',
  entry: 'use-it.ts',
  output: 'use-it.js',
  platform: 'browser',
};

let root: string;

async function write(files: Readonly<Record<string, string | object>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}
const built = (file: string) => readFile(join(root, hook.folder, 'dist', file), 'utf8');

beforeEach(async () => {
  root = await createDisposableFolder();
  const shared = { type: 'module', imports: { '#*': './src/*' } };
  await write({
    'libs/client/package.json': { ...shared, name: '@inlet/client', exports: { './source': './src/client.ts' } },
    'libs/client/src/client.ts': "export type { Outcome } from '#deep/outcome.ts';\nexport const answer = 42;",
    'libs/client/src/deep/outcome.ts': 'export interface Outcome { readonly state: string }',
    'libs/hook/package.json': {
      ...shared,
      name: '@inlet/hook',
      exports: { '.': { types: './dist/use-it.d.ts', default: './dist/use-it.js' } },
      peerDependencies: { kept: '1' },
    },
    'libs/hook/src/use-it.ts': `'use client';
import { answer, type Outcome } from '@inlet/client/source';
import { hold } from '#parts/hold.ts';
import { keep } from 'kept';
import { inside } from 'inside';
export type { Held } from '#parts/hold.ts';
/** Says what became of it. */
export function useIt(): Outcome { return { state: String(keep(hold(answer), inside)) }; }`,
    'libs/hook/src/parts/hold.ts': `export interface Held { readonly value: number }
export const hold = (value: number): Held => ({ value });`,
    'node_modules/kept/package.json': { name: 'kept', type: 'module', exports: './index.js' },
    'node_modules/kept/index.js': 'export const keep = (...all) => all;',
    'node_modules/kept/index.d.ts': 'export declare function keep(...all: unknown[]): unknown;',
    'node_modules/inside/package.json': {
      name: 'inside',
      version: '3.2.1',
      license: 'ISC',
      type: 'module',
      exports: './part.js',
    },
    'node_modules/inside/part.js': 'export const inside = "the inside";',
    'node_modules/inside/part.d.ts': 'export declare const inside: string;',
    'node_modules/inside/LICENSE.md': 'Use it as you like.\n',
  });
  await mkdir(join(root, 'node_modules/@inlet'));
  await symlink('../../libs/client', join(root, 'node_modules/@inlet/client'));
});

it('bundles our own code and what is not declared, and keeps the imports of what npm installs', async () => {
  await buildPackages(root, [hook]);
  const code = await built('use-it.js');
  expect(code).toMatch(/^"use client";/);
  expect(code).toContain('from"kept"');
  expect(code).toContain('the inside');
  expect(code).not.toMatch(/@inlet|from"inside/);
  expect(await built('licences.txt')).toBe('inside 3.2.1 (ISC)\n\nUse it as you like.\n');
  expect(JSON.parse(await built('use-it.js.map')).sources).toContain('../src/use-it.ts');

  // The declarations lead to each other, and to nothing that npm does not get.
  const entry = await built('use-it.d.ts');
  expect(entry).toContain("from './client/client.js'");
  expect(entry).toContain("export type { Held } from './parts/hold.js';");
  expect(entry).toContain('/** Says what became of it. */');
  expect(await built('client/client.d.ts')).toContain("from './deep/outcome.js'");
  expect(await built('client/deep/outcome.d.ts')).toContain('interface Outcome');
});
