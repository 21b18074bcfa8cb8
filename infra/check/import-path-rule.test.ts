import { describe, expect, it } from 'vitest';
import { faultsOf } from './example-house.ts';
import { importPathRule } from './import-path-rule.ts';

describe('importPathRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(importPathRule)).toEqual([]);
  });

  it.each([
    [
      'libs/db/src/deep/a.ts',
      '../database.ts',
      "imports ../database.ts; write # and the path from the package's imports",
    ],
    ['web/src/styles/deep/a.css', '../app.css', "imports ../app.css; write # and the path from the package's imports"],
    [
      'libs/db/src/a.ts',
      './x/../database.ts',
      "imports ./x/../database.ts; write # and the path from the package's imports",
    ],
    ['libs/db/src/a.ts', './database.ts', 'imports ./database.ts; write #database.ts'],
    ['web/src/features/forms/a.tsx', './form-list.tsx', 'imports ./form-list.tsx; write #features/forms/form-list.tsx'],
    ['infra/local/a.ts', './ports.ts', 'imports ./ports.ts; write #local/ports.ts'],
    ['libs/db/src/a.ts', '@inlet/db/database', 'imports its own package as @inlet/db/database; write #'],
    ['libs/db/src/a.ts', '#gone.ts', 'imports #gone.ts, which leads to no file'],
    ['libs/db/src/a.ts', './gone.ts', 'imports ./gone.ts, which leads to no file'],
    ['libs/db/src/a.ts', '#database', 'imports #database, which leads to no file'],
    ['web/src/lib/a.ts', '/src/lib/date.ts', 'imports /src/lib/date.ts, which leads to no file'],
    [
      'vitest.config.ts',
      './infra/local/ports.ts',
      'imports ./infra/local/ports.ts by its path; use the name of its package',
    ],
  ])('refuses %s that imports %s', (path, specifier, says) => {
    const text = path.endsWith('.css') ? `@import '${specifier}';` : `import '${specifier}';`;
    expect(faultsOf(importPathRule, { [path]: text })).toEqual([`${path}:1 ${says}`]);
  });

  it.each([
    ['web/e2e/a.spec.ts', './sign-in.ts', 'web/e2e/sign-in.ts'],
    ['web/src/styles/b.css', './app.css', 'web/src/styles/app.css'],
    ['web/src/lib/a.ts', '#lib/logo.svg?url', 'web/src/lib/logo.svg'],
    ['libs/db/src/a.ts', '#generated/client.ts', 'libs/db/src/database.ts'],
    ['libs/db/src/a.ts', 'node:fs', 'libs/db/src/database.ts'],
    ['web/src/lib/a.ts', 'virtual:pages', 'web/src/lib/date.ts'],
  ])('accepts %s that imports %s', (path, specifier, target) => {
    const text = path.endsWith('.css') ? `@import '${specifier}';` : `import '${specifier}';`;
    expect(faultsOf(importPathRule, { [target]: '', [path]: text })).toEqual([]);
  });
});
