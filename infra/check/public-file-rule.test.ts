import { describe, expect, it } from 'vitest';
import { faultsOf, manifest } from './example-house.ts';
import { publicFileRule } from './public-file-rule.ts';

describe('publicFileRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(publicFileRule)).toEqual([]);
  });

  it('refuses an import of a file that its package does not list', () => {
    const changes = {
      'libs/service/src/inner.ts': '',
      'services/ingest/src/a.ts': "import '@inlet/service/inner';\nimport '@inlet/service';",
    };
    expect(faultsOf(publicFileRule, changes)).toEqual([
      'services/ingest/src/a.ts:1 imports @inlet/service/inner, which its package does not export',
      'services/ingest/src/a.ts:2 imports @inlet/service, which its package does not export',
    ]);
  });

  it.each([
    [{ './*': './src/*.ts' }, 'exports the pattern ./*; list each public file'],
    [{ './gone': './src/gone.ts' }, 'exports ./gone as ./src/gone.ts, which is no file'],
  ])('refuses a package that exports %j', (exports, says) => {
    const changes = { 'services/ingest/package.json': manifest('@inlet/ingest', { exports }) };
    expect(faultsOf(publicFileRule, changes)).toEqual([`services/ingest/package.json ${says}`]);
  });
});
