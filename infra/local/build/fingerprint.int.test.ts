import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '#build/fingerprint.ts';

let root: string;
const write = (path: string, text: string) => writeFile(join(root, path), text);
const read = () => fingerprint(root, ['src', 'lock.json']);

beforeEach(async () => {
  root = await createDisposableFolder();
  await mkdir(join(root, 'src/node_modules'), { recursive: true });
  await Promise.all([write('src/a.ts', 'a'), write('src/b.ts', 'b'), write('lock.json', '{}')]);
});

describe('fingerprint', () => {
  it('stays while nothing changes', async () => {
    expect(await read()).toBe(await read());
  });

  it.each([
    ['a file changes', () => write('src/a.ts', 'A')],
    ['a single file that is named changes', () => write('lock.json', '{"a":1}')],
    ['a file is added', () => write('src/c.ts', '')],
    ['a file goes', () => rm(join(root, 'src/b.ts'))],
    ['two files change places', () => Promise.all([write('src/a.ts', 'b'), write('src/b.ts', 'a')])],
  ])('changes when %s', async (_, change) => {
    const before = await read();
    await change();
    expect(await read()).not.toBe(before);
  });

  it('ignores tests and what is installed or built', async () => {
    const before = await read();
    await Promise.all([write('src/a.test.ts', 'x'), write('src/node_modules/x.js', 'x')]);
    expect(await read()).toBe(before);
  });
});
