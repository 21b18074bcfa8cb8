import { describe, expect, it } from 'vitest';
import { cycleRule } from './cycle-rule.ts';
import { faultsOf, manifest } from './example-house.ts';

describe('cycleRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(cycleRule)).toEqual([]);
  });

  it.each([
    [
      'two files',
      { 'libs/db/src/a.ts': "import '#b.ts';", 'libs/db/src/b.ts': "import '#a.ts';" },
      'libs/db/src/a.ts is part of a cycle: libs/db/src/a.ts -> libs/db/src/b.ts -> libs/db/src/a.ts',
    ],
    [
      'types alone',
      { 'libs/db/src/a.ts': "import type { B } from '#b.ts';", 'libs/db/src/b.ts': "export type { A } from '#a.ts';" },
      'libs/db/src/a.ts is part of a cycle: libs/db/src/a.ts -> libs/db/src/b.ts -> libs/db/src/a.ts',
    ],
    [
      'an import while running and a relative one',
      { 'libs/db/src/a.ts': "await import('#deep/b.ts');", 'libs/db/src/deep/b.ts': "import '../a.ts';" },
      'libs/db/src/a.ts is part of a cycle: libs/db/src/a.ts -> libs/db/src/deep/b.ts -> libs/db/src/a.ts',
    ],
    [
      'a file that imports itself',
      { 'libs/db/src/a.ts': "import '#a.ts';" },
      'libs/db/src/a.ts is part of a cycle: libs/db/src/a.ts -> libs/db/src/a.ts',
    ],
    [
      'packages',
      { 'libs/contracts/src/plans.ts': "import '@inlet/service/http';" },
      'libs/contracts/src/plans.ts is part of a cycle: libs/contracts/src/plans.ts -> libs/service/src/http.ts -> libs/contracts/src/plans.ts',
    ],
  ])('finds a cycle of %s', (_, changes, says) => {
    expect(faultsOf(cycleRule, changes)).toContain(says);
  });

  it('finds packages that need each other though none of their files do', () => {
    const changes = { 'libs/contracts/src/extra.ts': "import '@inlet/service/config';" };
    expect(faultsOf(cycleRule, changes)).toEqual([
      'libs/contracts/package.json is part of a cycle: libs/contracts -> libs/service -> libs/contracts',
    ]);
  });

  it('finds packages that declare each other', () => {
    const changes = { 'libs/contracts/package.json': manifest('@inlet/contracts', { dependencies: ['@inlet/db'] }) };
    expect(faultsOf(cycleRule, changes)).toEqual([
      'libs/contracts/package.json is part of a cycle: libs/contracts -> libs/db -> libs/service -> libs/contracts',
    ]);
  });
});
