import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { planLimits } from '@inlet/contracts/plans';
import { describe, expect, it } from 'vitest';
import { docsPages } from '#features/docs/docs-pages.ts';
import {
  commonRefusals,
  groupOperations,
  listOperations,
  ownResponses,
  pageOfGroup,
} from '#features/docs/reference/list-operations.ts';
import { searchIndex } from '#features/docs/search/search-index.ts';
import { formatBytes } from '#lib/wording.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const page = (name: string) => read(`web/src/features/docs/pages/${name}.mdx`);
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));

describe('the documentation', () => {
  it('names every code of the management API with its status, and no other', () => {
    const answered = listOperations()
      .filter(({ path }) => !path.includes('{endpointId}'))
      .flatMap(({ operation }) => Object.entries(operation.responses))
      .flatMap(([status, answer]) => Object.keys(answer['x-codes'] ?? {}).map((code) => `${code} ${status}`));
    const documented = rowsOf(page('api-errors'))
      .filter(([code]) => code?.startsWith('`'))
      .map(([code, status]) => `${code?.replaceAll('`', '')} ${status}`);
    expect(documented.toSorted()).toEqual([...new Set(answered)].toSorted());
  });

  it('shows the samples for signatures that a test runs', () => {
    const shown = [...page('webhooks').matchAll(/^```\w+ run="webhook"\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
    expect(shown).toEqual(
      ['verify.mjs', 'verify.py', 'verify.php'].map((name) => read(`docs/samples/webhooks/${name}`)),
    );
  });

  it('shows the program for receipts that a test runs', () => {
    const shown = /^```js run="receipt"[^\n]*\n([\s\S]*?)^```$/m.exec(page('retention'))?.[1];
    expect(shown).toBe(read('docs/samples/erasures/verify.mjs'));
  });

  it('has the limits of the plans', () => {
    const rows = rowsOf(page('limits')).slice(0, 5);
    const limitsOf = (plan: string | null) => {
      const { forms, submissionsPerMonth, bytesPerMonth } = planLimits(plan);
      return [String(forms), submissionsPerMonth.toLocaleString('en-US'), formatBytes(bytesPerMonth).replace('.0', '')];
    };
    expect(rows).toEqual([
      ['Plan', 'Forms', 'Submissions a month', 'Data a month'],
      ['Starter', ...limitsOf('starter')],
      ['Pro', ...limitsOf('pro')],
      ['Early Pro', ...limitsOf('early_pro')],
      ['no plan', ...limitsOf(null)],
    ]);
  });

  it('publishes only figures that were measured', () => {
    const measured = read('docs/performance.md');
    const [, figures = ''] = page('performance').split('## Measurements');
    const numbers = figures.match(/\d[\d,.]*\d(?= (?:ms|×|rows|MB))|(?<=\| )\d[\d,.]*\d(?= \|)/g) ?? [];
    expect(numbers.length).toBeGreaterThan(25);
    for (const number of numbers) expect(measured).toContain(number);
  });

  it('promises what an existing test shows', () => {
    const promised = [...page('performance').matchAll(/^\* (.+)$/gm)].map(([, sentence]) => sentence);
    const [, shown = ''] = read('docs/guarantees.md').split('## What the documentation promises');
    const tests = new Map(rowsOf(shown).map(([sentence, test = '']) => [sentence, test.replaceAll('`', '')]));
    expect(promised.length).toBeGreaterThan(6);
    for (const sentence of promised)
      expect([sentence, existsSync(resolve(root, tests.get(sentence) || 'none'))]).toEqual([sentence, true]);
  });

  it('names no file of a test to customers', () => {
    for (const { name } of docsPages) expect([name, /\.(?:test|spec)\.ts/.test(page(name))]).toEqual([name, false]);
  });

  it('names only settings that the local start knows', () => {
    const named = rowsOf(page('self-hosting')).flatMap(([names = '']) => names.match(/[A-Z]{3,}[A-Z_]*/g) ?? []);
    const known = read('docs/self-hosting.md');
    expect(named.length).toBeGreaterThan(8);
    for (const name of named) expect(known).toContain(`\`${name}`);
  });

  it('has each group of the API under its own heading', () => {
    for (const { name } of groupOperations()) {
      expect(page(pageOfGroup(name))).toContain(`## ${name}\n\n<ApiGroup name="${name}" />`);
    }
  });

  it('lists each refusal of a call beside it or among the common errors', () => {
    const common = commonRefusals.map(({ status, code }) => `${status} ${code}`);
    expect(common).toContain('500 server_error');
    for (const { operation } of listOperations()) {
      const codesOf = (responses: ReturnType<typeof ownResponses>) =>
        responses.flatMap(([status, answer]) =>
          Object.keys(answer['x-codes'] ?? {}).map((code) => `${status} ${code}`),
        );
      const own = codesOf(ownResponses(operation));
      expect([...common, ...own]).toEqual(expect.arrayContaining(codesOf(Object.entries(operation.responses))));
    }
  });

  it('has each page in the search, and each call of the API', () => {
    const found = new Set(searchIndex.map(({ path }) => path));
    for (const { path } of docsPages) expect(found).toContain(path);
    for (const { href } of listOperations()) expect(found).toContain(href);
  });
});
