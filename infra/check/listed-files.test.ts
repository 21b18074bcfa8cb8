import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkStructure } from '#check/structure.ts';
import { readListedFiles } from './listed-files.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inlet-check-'));
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

describe('readListedFiles', () => {
  it('reads what git tracks or would track, without what is ignored or deleted', async () => {
    git('init', '--quiet');
    await write({ '.gitignore': 'ignored/\n', 'a.ts': '1', 'gone.ts': '', 'ignored/b.ts': '2', 'photo.png': '3' });
    git('add', 'a.ts', 'gone.ts');
    await rm(join(root, 'gone.ts'));
    await write({ 'new file é.ts': '4' });
    expect(await readListedFiles(root)).toEqual(
      new Map([
        ['.gitignore', ''],
        ['a.ts', '1'],
        ['new file é.ts', '4'],
        ['photo.png', ''],
      ]),
    );
  });

  it('lists the folder itself, without what is not ours, where there is no repository', async () => {
    await write({
      'libs/a/src/a.ts': '1',
      'libs/a/src/generated/b.ts': '2',
      'node_modules/c/c.js': '3',
      'web/dist/d.js': '4',
      '.data/e.ts': '5',
    });
    expect([...(await readListedFiles(root)).keys()]).toEqual(['libs/a/src/a.ts']);
  });
});

describe('checkStructure', () => {
  it('judges the files of a folder', async () => {
    await write({ 'package.json': '{}', 'src/a.ts': "export * from './b.ts';\n", 'src/b.ts': 'export const b = 1;\n' });
    const report = await checkStructure(root);
    expect(report.problems).toEqual([
      'src/a.ts only passes on what other files export; import from those files instead (barrel)',
    ]);
    expect(report.barrels).toBe(1);
  });
});

function git(...parameters: string[]): void {
  execFileSync('git', parameters, { cwd: root });
}

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
