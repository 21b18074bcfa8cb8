import { describe, expect, it } from 'vitest';
import { faultsOf, manifest } from './example-house.ts';
import { serviceRule } from './service-rule.ts';

describe('serviceRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(serviceRule)).toEqual([]);
  });

  it.each([
    ['services/account/src/main.ts', '#forms/forms.store.ts'],
    ['services/account/src/people/sign-in.ts', '#forms/forms.store.ts'],
    ['services/account/src/forms/deeper/a.ts', '#forms/forms.store.ts'],
    ['services/account/src/people/sign-in.test.ts', '#forms/forms.store.ts'],
  ])('refuses %s that imports the store of another folder', (path, specifier) => {
    expect(faultsOf(serviceRule, { [path]: `import '${specifier}';` })).toEqual([
      `${path}:1 imports ${specifier}; a store is used by its own folder only, others go by a use case`,
    ]);
  });

  it.each([
    ['services/ingest/src/a.ts', 'passport'],
    ['services/ingest/src/a.ts', 'passport-local'],
    ['services/gateway/src/a.test.ts', 'stripe'],
    ['libs/service/src/a.ts', 'stripe'],
    ['libs/service/src/a.ts', '@types/passport'],
    ['infra/local/a.ts', 'stripe'],
    ['infra/stripe-simulator/a.ts', 'passport'],
  ])('refuses %s that imports %s', (path, name) => {
    expect(faultsOf(serviceRule, { [path]: `import type { A } from '${name}';` })).toEqual([
      `${path}:1 imports ${name}; signing in and payments live in services/account only`,
    ]);
  });

  it.each([
    ['services/ingest', '@inlet/db/database'],
    ['services/gateway', '@inlet/db/database'],
    ['services/gateway', '@inlet/db/not-listed'],
    ['services/gateway', '@inlet/db/client'],
  ])('refuses %s that imports %s', (room, specifier) => {
    const changes = {
      'services/gateway/package.json': manifest('@inlet/gateway', {}),
      [`${room}/src/a.ts`]: `import '${specifier}';`,
    };
    expect(faultsOf(serviceRule, changes)).toEqual([`${room}/src/a.ts:1 imports @inlet/db; ${room} has no database`]);
  });

  it('lets a store be used, and tested, in its own folder', () => {
    const test = { 'services/account/src/forms/forms.int.test.ts': "import '#forms/forms.store.ts';" };
    expect(faultsOf(serviceRule, test)).toEqual([]);
  });

  it('lets account take payments, and a package of a similar name be used anywhere', () => {
    const changes = {
      'services/account/src/pay.ts': "import 'stripe';",
      'infra/stripe-simulator/a.ts': "import 'stripe';",
      'services/ingest/src/a.ts': "import 'striped-rows';\nimport 'passports';",
    };
    expect(faultsOf(serviceRule, changes)).toEqual([]);
  });
});
