import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { copyProject, writeChangelog } from '#release/copied-project.test-setup.ts';
import { checkTag, currentVersion, differingVersions, filesOfVersion } from '#release/new-version.ts';
import { readNumberedFiles, withVersion } from '#release/numbered-files.ts';

const current = currentVersion(projectRoot);
const numbered = readNumberedFiles(projectRoot);

function writeAll(folder: string, texts: ReadonlyMap<string, string>): void {
  for (const [path, text] of texts) writeFileSync(join(folder, path), text);
}

it('finds one version everywhere in the project', () => {
  expect(differingVersions(projectRoot)).toEqual([]);
});

it('knows every file that names an image or the migration Job of a version', () => {
  const pattern = String.raw`(/inlet-[a-z-]+:|\bmigrate-|image\.version=")[0-9]+\.[0-9]+\.[0-9]+`;
  const args = ['grep', '-lP', pattern, '--', ':!*.test.ts', ':!CHANGELOG.md'];
  const { status, stdout } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
  // A copy without git has the same files.
  if (status === 0)
    expect(
      stdout
        .trim()
        .split('\n')
        .filter((path) => !numbered.has(path)),
    ).toEqual([]);
});

it('sees another version in each of the files', () => {
  const folder = copyProject();
  for (const [path, text] of numbered) {
    if (path === 'package.json') continue;
    writeFileSync(join(folder, path), withVersion(path, text, '99.0.0'));
    expect(differingVersions(folder)).toEqual([`${path} has 99.0.0, and package.json ${current}`]);
    writeFileSync(join(folder, path), text);
  }
});

it('sees a version that the changelog does not have', () => {
  const folder = copyProject();
  writeChangelog(folder, '0.0.1');
  expect(differingVersions(folder)).toEqual([`CHANGELOG.md has 0.0.1, and package.json ${current}`]);
});

it('writes a new version into every file, whose tag then fits', () => {
  const folder = copyProject();
  writeChangelog(folder, current);
  writeAll(folder, filesOfVersion(folder, '99.0.0', '2026-03-04'));
  expect([...readNumberedFiles(folder).keys()]).toEqual([...numbered.keys()]);
  for (const [path, text] of readNumberedFiles(folder)) expect(text, path).toBe(withVersion(path, text, '99.0.0'));
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain('## [99.0.0] - 2026-03-04\n');
  expect(() => checkTag(folder, 'v99.0.0')).not.toThrow();
  expect(() => checkTag(folder, 'v99.0.1')).toThrow('The tag is v99.0.1, and package.json has 99.0.0');
});

it('refuses a tag before the changelog has a date, or while a file differs', () => {
  const folder = copyProject();
  writeFileSync(join(folder, 'CHANGELOG.md'), `## [${current}] - unreleased\n`);
  expect(() => checkTag(folder, `v${current}`)).toThrow('has no dated section');
  const compose = numbered.get('docker-compose.yml') ?? '';
  writeFileSync(join(folder, 'docker-compose.yml'), withVersion('docker-compose.yml', compose, '99.0.0'));
  expect(() => checkTag(folder, `v${current}`)).toThrow('docker-compose.yml has 99.0.0');
});

it.each([
  ['1.2', 'is no version'],
  ['v99.0.0', 'is no version'],
  ['99.0.0-beta', 'is no version'],
  ['0.0.9', 'is older than'],
  [`${current.split('-')[0]}-rc.0`, 'is older than'],
])('refuses to release %s', (version, reason) => {
  const folder = copyProject();
  writeChangelog(folder, current);
  expect(() => filesOfVersion(folder, version, '2026-03-04')).toThrow(reason);
});

it.each(['99.0.0-rc.1', '99.0.0', '100.0.0'])('releases %s after a candidate', (version) => {
  const folder = copyProject();
  writeChangelog(folder, current);
  writeAll(folder, filesOfVersion(folder, '99.0.0-rc.1', '2026-03-04'));
  expect(differingVersions(folder)).toEqual([]);
  writeChangelog(folder, '99.0.0-rc.1');
  expect(filesOfVersion(folder, version, '2026-03-05').size).toBe(numbered.size + 1);
});
