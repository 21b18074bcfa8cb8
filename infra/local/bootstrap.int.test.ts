import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#config/config.ts';

it('knows every command that npm offers, by its name', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const { stderr: usage } = spawnSync(process.execPath, [join(projectRoot, 'infra/ops/ops.ts')], { encoding: 'utf8' });
  const programs = ['local', 'bench', 'proof'].map((workspace) => join(projectRoot, 'infra', workspace));
  const others = Object.keys(scripts).filter((name) => !programs.some((folder) => existsSync(`${folder}/${name}.ts`)));
  expect(usage.trim().replace('Usage: ops.ts ', '').split(' | ').toSorted()).toEqual(others.toSorted());
  for (const [name, script] of Object.entries(scripts)) {
    expect(script).toBe(`exec node infra/local/bootstrap.mjs ${name}`);
  }
});
