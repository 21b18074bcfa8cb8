import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { release } from '#commands/release.ts';
import { copyProject, writeChangelog } from '#release/copied-project.test-setup.ts';
import { currentVersion, differingVersions } from '#release/new-version.ts';
import { readNumberedFiles } from '#release/numbered-files.ts';

it('prints every step of a dry run and changes nothing, before it writes the version', async () => {
  const folder = copyProject();
  writeChangelog(folder, currentVersion(folder));
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const before = new Map([...readNumberedFiles(folder).keys(), 'CHANGELOG.md'].map((path) => [path, read(path)]));
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  try {
    expect(await release(['99.0.0', '--dry-run', '--registry', 'registry.example.com/inlet'], folder)).toBe(0);
    const lines = printed.mock.calls.join('\n');
    for (const path of before.keys()) expect(lines).toContain(`would write ${path} (`);
    expect(lines).toContain('git tag --sign v99.0.0');
    expect(lines).toContain('registry.example.com/inlet/inlet-tools:99.0.0 for linux/amd64 and linux/arm64');
    expect(lines).toMatch(/^ {2}[0-9a-f]{64} {2}inlet-kubernetes-99\.0\.0\.tar\.gz$/m);
    for (const [path, text] of before) expect(read(path), path).toBe(text);
    await release(['99.0.0'], folder);
    expect(differingVersions(folder)).toEqual([]);
    expect(currentVersion(folder)).toBe('99.0.0');
  } finally {
    printed.mockRestore();
  }
});

it.each([[[]], [['one']], [['files', 'published']], [['1.2.3', 'twice']]])('explains itself to %j', async (args) => {
  await expect(release(args)).rejects.toThrow('npm run release -- 1.2.3');
});
