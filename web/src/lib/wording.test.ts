import { expect, it } from 'vitest';
import { formatBytes, formatShare } from '#lib/wording.ts';

it('an amount of data is written in the unit that fits', () => {
  expect(formatBytes(0)).toBe('0 bytes');
  expect(formatBytes(999)).toBe('999 bytes');
  expect(formatBytes(1_000)).toBe('1 kB');
  expect(formatBytes(12_840)).toBe('12.8 kB');
  expect(formatBytes(3_000_000_000_000)).toBe('3 TB');
});

it('a share never reads like a limit that it did not reach', () => {
  expect(formatShare(0.99)).toBe('99%');
  expect(formatShare(0.29)).toBe('29%');
  expect(formatShare(0.98999)).toBe('98.9%');
  expect(formatShare(0)).toBe('0%');
  expect(formatShare(1)).toBe('100%');
});
