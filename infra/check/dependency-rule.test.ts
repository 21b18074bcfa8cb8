import { describe, expect, it } from 'vitest';
import { dependencyRule } from './dependency-rule.ts';
import { faultsOf, manifest } from './example-house.ts';

describe('dependencyRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(dependencyRule)).toEqual([]);
  });

  it.each([
    ['libs/db/src/a.ts', 'express', 'dependencies'],
    ['libs/db/src/a.ts', '@inlet/contracts/plans', 'dependencies'],
    ['libs/db/src/a.ts', 'vitest', 'dependencies'],
    ['libs/db/src/a.ts', '@inlet/testing/fresh', 'dependencies'],
    ['web/src/lib/a.ts', 'vite', 'dependencies'],
    ['libs/db/src/a.test.ts', 'express', 'dependencies or devDependencies'],
    ['web/rows.config.ts', '@scope/rows/part', 'dependencies or devDependencies'],
  ])('refuses %s that imports %s undeclared', (path, specifier, list) => {
    const name = specifier.replace(/^((?:@[^/]+\/)?[^/]+).*/, '$1');
    expect(faultsOf(dependencyRule, { [path]: `import type { A } from '${specifier}';` })).toEqual([
      `${path}:1 imports ${name}, which is not in the ${list} of its package.json`,
    ]);
  });

  it.each([
    ['libs/db/src/a.test.ts', 'vitest'],
    ['web/e2e/pages.ts', 'vitest'],
    ['web/src/styles/a.css', 'tailwindcss'],
    ['libs/db/src/a.ts', 'node:fs'],
    ['web/src/lib/a.ts', 'virtual:pages'],
    ['libs/db/src/a.ts', 'pg/lib/pool'],
    ['libs/db/src/a.ts', '#database.ts'],
    ['libs/db/src/a.ts', './database.ts'],
  ])('accepts %s that imports %s', (path, specifier) => {
    const text = path.endsWith('.css') ? `@import '${specifier}';` : `import '${specifier}';`;
    expect(faultsOf(dependencyRule, { [path]: text })).toEqual([]);
  });

  it.each([
    ['dependencies', 'left-pad'],
    ['devDependencies', 'left-pad'],
    ['devDependencies', '@types/left-pad'],
    ['devDependencies', '@types/scope__rows'],
    ['dependencies', '@inlet/contracts'],
  ])('refuses %s with %s when nothing imports it', (list, name) => {
    const changes = {
      'services/idle/package.json': manifest('@inlet/idle', { [list]: [name] }),
      'services/idle/src/a.ts': `// import '${name}'`,
    };
    expect(faultsOf(dependencyRule, changes)).toEqual([
      `services/idle/package.json declares ${name}, which nothing imports`,
    ]);
  });

  it('takes what the root declares for used when the tests of any room use it', () => {
    const changes = {
      'package.json': manifest('inlet', { devDependencies: ['vitest', 'journeys', 'idle'] }),
      'web/e2e/a.spec.ts': "import 'journeys';",
    };
    expect(faultsOf(dependencyRule, changes)).toEqual(['package.json declares idle, which nothing imports']);
  });

  it('takes the types of a package that is imported, and tools that run as programs, for used', () => {
    const changes = {
      'services/busy/package.json': manifest('@inlet/busy', {
        dependencies: ['pg', '@scope/rows'],
        devDependencies: ['@types/pg', '@types/scope__rows', 'typescript', '@types/node'],
      }),
      'services/busy/src/a.ts': "import 'pg';\nimport '@scope/rows';",
    };
    expect(faultsOf(dependencyRule, changes)).toEqual([]);
  });
});
