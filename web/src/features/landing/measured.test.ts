import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measured } from '#features/landing/measured.ts';

const rows = ['accepted and stored, 0.1–1 kB, 1,000 forms', 'accepted through the gateway', 'latency at half the load'];

it('every figure of the landing page stands in the newest table', async () => {
  const table = await readFile(join(import.meta.dirname, '../../../../docs/performance.md'), 'utf8');
  expect(measured).toHaveLength(rows.length);
  for (const [index, { figure }] of measured.entries()) {
    const row = table.split('\n').findLast((line) => line.startsWith(`| ${rows[index]} |`));
    expect(row).toContain(` ${figure} |`);
  }
});
