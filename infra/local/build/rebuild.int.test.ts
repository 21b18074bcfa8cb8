import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rebuildWhenChanged } from '#build/rebuild.ts';

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

describe('rebuildWhenChanged', () => {
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
    const output = await createDisposableFolder();
    const failing = () => Promise.reject(new Error('broken source'));
    const rebuild = (build: () => Promise<void>) =>
      rebuildWhenChanged({ label: 'Building', sources: ['package.json'], output, build });
    await expect(rebuild(failing)).rejects.toThrow('broken source');
    let isBuilt = false;
    await rebuild(async () => {
      isBuilt = true;
    });
    expect(isBuilt).toBe(true);
  });
});
