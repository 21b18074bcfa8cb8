import { describe, expect, it } from 'vitest';
import { faultsOf } from './example-house.ts';
import { webLayerRule } from './web-layer-rule.ts';

describe('webLayerRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(webLayerRule)).toEqual([]);
  });

  it.each([
    ['web/src/lib/a.ts', '#components/ui/card.tsx', 'lib may not use components'],
    ['web/src/components/a.tsx', '#features/forms/form-list.tsx', 'components may not use features'],
    ['web/src/features/forms/a.tsx', '#routes/forms-page.tsx', 'features may not use routes'],
    ['web/src/routes/a.tsx', '#app/app.tsx', 'routes may not use app'],
    ['web/src/app/a.tsx', '#main.tsx', 'app may not use web/src'],
    ['web/src/features/people/a.tsx', '#features/forms/form-list.tsx', 'a feature never uses another one'],
  ])('refuses %s that imports %s', (path, specifier, says) => {
    expect(faultsOf(webLayerRule, { [path]: `import type { A } from '${specifier}';` })).toEqual([
      `${path}:1 imports ${specifier}; ${says}`,
    ]);
  });

  it('refuses a folder that is no layer', () => {
    expect(faultsOf(webLayerRule, { 'web/src/stuff/a.ts': '' })).toEqual([
      'web/src/stuff/a.ts is in no layer; web/src has lib, components, features, routes, app',
    ]);
  });

  it.each([
    ['web/src/app/a.tsx', '#lib/date.ts'],
    ['web/src/lib/a.ts', '#lib/date.ts'],
    ['web/src/features/forms/api/a.ts', '#features/forms/form-list.tsx'],
    ['web/src/lib/a.test.ts', '#app/app.tsx'],
    ['web/src/lib/a.ts', '@inlet/contracts/plans'],
  ])('accepts %s that imports %s', (path, specifier) => {
    expect(faultsOf(webLayerRule, { [path]: `import '${specifier}';` })).toEqual([]);
  });
});
