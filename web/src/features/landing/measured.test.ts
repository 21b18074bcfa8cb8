import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measured } from '#features/landing/measured.ts';

const rows = ['accepted and stored, 0.1–1 kB, 1,000 forms', 'accepted through the gateway', 'latency at half the load'];

const read = (path: string) => readFile(join(import.meta.dirname, path), 'utf8');

it('every figure of the landing page stands in the newest table, and on the page that it links to', async () => {
  const table = await read('../../../../docs/performance.md');
  const page = await read('../docs/pages/performance.mdx');
  expect(measured).toHaveLength(rows.length);
  for (const [index, { figure }] of measured.entries()) {
    const row = table.split('\n').findLast((line) => line.startsWith(`| ${rows[index]} |`));
    expect(row).toContain(` ${figure} |`);
    expect(page).toContain(`| ${figure} `);
  }
});
