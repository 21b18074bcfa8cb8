import { describe, expect, it } from 'vitest';
import { faultsOf, manifest } from './example-house.ts';
import { roomRule } from './room-rule.ts';

describe('roomRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(roomRule)).toEqual([]);
  });

  it.each([
    ['web/src/lib/a.ts', '@inlet/service/http', 'web may not use libs/service'],
    ['web/src/lib/a.test.ts', '@inlet/testing/fresh', 'web may not use libs/testing, which is for tests and infra'],
    ['libs/contracts/src/a.ts', '@inlet/service/http', 'libs/contracts may not use libs/service'],
    ['libs/service/src/a.ts', '@inlet/db/database', 'libs/service may not use libs/db'],
    ['libs/db/src/a.ts', '@inlet/testing/fresh', 'libs/db may not use libs/testing, which is for tests and infra'],
    ['services/ingest/src/a.ts', '@inlet/account/main', 'services/ingest may not use services/account'],
    ['services/ingest/src/a.test.ts', '@inlet/account/main', 'services/ingest may not use services/account'],
    [
      'services/ingest/src/a.ts',
      '@inlet/testing/fresh',
      'services/ingest may not use libs/testing, which is for tests and infra',
    ],
    ['infra/local/a.ts', '@inlet/account/main', 'infra may not use services/account'],
    ['infra/local/a.ts', '../../services/account/src/main.ts', 'infra may not use services/account'],
    ['libs/db/src/a.ts', '../../../infra/local/ports.ts', 'libs/db may not use infra'],
    ['libs/testing/src/a.ts', '@inlet/account/main', 'libs/testing may not use services/account'],
    ['libs/unheard-of/src/a.ts', '@inlet/service/http', 'libs/unheard-of may not use libs/service'],
    ['vitest.config.ts', '@inlet/testing/fresh', 'the root may not use libs/testing, which is for tests and infra'],
  ])('refuses %s that imports %s', (path, specifier, says) => {
    const changes = {
      [path]: `import '${specifier}';`,
      'libs/unheard-of/package.json': manifest('@inlet/unheard-of', {}),
    };
    expect(faultsOf(roomRule, changes)).toEqual([`${path}:1 imports ${specifier}; ${says}`]);
  });

  it.each([
    ['services/account/src/a.int.test.ts', '@inlet/testing/fresh'],
    ['services/account/src/test-setup.ts', '@inlet/testing/fresh'],
    ['libs/service/src/a.test.ts', '@inlet/testing/fresh'],
    ['libs/testing/src/a.ts', '@inlet/service/http'],
    ['libs/queue/src/a.ts', '@inlet/service/http'],
    ['infra/local/a.ts', '@inlet/db/database'],
    ['infra/local/a.ts', '@inlet/testing/fresh'],
    ['services/account/src/a.ts', '@inlet/service/http'],
    ['libs/contracts/src/a.test.ts', 'node:fs'],
  ])('accepts %s that imports %s', (path, specifier) => {
    const changes = { [path]: `import '${specifier}';`, 'libs/queue/package.json': manifest('@inlet/queue', {}) };
    expect(faultsOf(roomRule, changes)).toEqual([]);
  });

  it.each(['express', 'node:crypto', 'fs'])('refuses contracts that use %s', (name) => {
    expect(faultsOf(roomRule, { 'libs/contracts/src/a.ts': `import '${name}';` })).toEqual([
      `libs/contracts/src/a.ts:1 imports ${name}; libs/contracts uses nothing but zod`,
    ]);
  });
});
