import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#config/config.ts';
import { commands } from '#install/commands.mjs';

it('knows every command that npm offers, by its name', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const names = Object.values(commands).flat();
  expect(Object.keys(scripts).toSorted()).toEqual(names.toSorted());
  for (const [name, script] of Object.entries(scripts)) {
    expect(script).toBe(`exec node infra/local/bootstrap.mjs ${name}`);
  }
});
