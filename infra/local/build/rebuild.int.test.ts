import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fingerprint, rebuildWhenChanged } from '#build/rebuild.ts';

describe('fingerprint', () => {
  let root: string;
  const write = (path: string, text: string) => writeFile(join(root, path), text);
  const read = () => fingerprint(root, ['src', 'lock.json']);

  beforeEach(async () => {
    root = await createDisposableFolder();
    await mkdir(join(root, 'src/node_modules'), { recursive: true });
    await Promise.all([write('src/a.ts', 'a'), write('src/b.ts', 'b'), write('lock.json', '{}')]);
  });

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

describe('rebuildWhenChanged', () => {
  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
  });

  async function preparation() {
    const output = await createDisposableFolder();
    let builds = 0;
    const build = async () => {
      builds += 1;
      await mkdir(output, { recursive: true });
    };
    const rebuild = (sources = ['package.json']) => rebuildWhenChanged({ label: 'Building', sources, output, build });
    return { output, rebuild, builds: () => builds };
  }

  it('builds once while nothing changes', async () => {
    const { rebuild, builds } = await preparation();
    await rebuild();
    await rebuild();
    expect(builds()).toBe(1);
  });

  it('builds again from other sources, and when what was built is gone', async () => {
    const { output, rebuild, builds } = await preparation();
    await rebuild();
    await rebuild(['package.json', 'tsconfig.json']);
    await rm(output, { recursive: true });
    await rebuild(['package.json', 'tsconfig.json']);
    expect([builds(), existsSync(output)]).toEqual([3, true]);
  });

  it('builds once for two who want it at the same moment', async () => {
    const { rebuild, builds } = await preparation();
    await Promise.all([rebuild(), rebuild()]);
    expect(builds()).toBe(1);
  });

  it('builds again after a build that failed', async () => {
    const { output, rebuild, builds } = await preparation();
    const build = () => Promise.reject(new Error('broken source'));
    const failing = rebuildWhenChanged({ label: 'Building', sources: ['package.json'], output, build });
    await expect(failing).rejects.toThrow('broken source');
    await rebuild();
    expect(builds()).toBe(1);
  });
});
