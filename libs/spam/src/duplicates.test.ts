import { describe, expect, it } from 'vitest';
import { rememberDuplicates } from '#duplicates.ts';

const json = '{"message":"Buy now"}';
const minute = 60_000;

describe('the memory of what came', () => {
  it('counts others with the same fields, for ten minutes from the first one', () => {
    const { count } = rememberDuplicates();
    expect(count('user', { id: '1', json }, 0)).toBe(0);
    expect(count('user', { id: '2', json }, minute)).toBe(1);
    expect(count('user', { id: '3', json }, 10 * minute)).toBe(2);
    expect(count('user', { id: '4', json }, 11 * minute)).toBe(0);
    expect(count('user', { id: '5', json }, 12 * minute)).toBe(1);
  });

  it('does not count one that is delivered again', () => {
    const { count } = rememberDuplicates();
    count('user', { id: '1', json }, 0);
    expect(count('user', { id: '1', json }, 1)).toBe(0);
  });

  it('keeps accounts apart, and other fields', () => {
    const { count } = rememberDuplicates();
    count('user', { id: '1', json }, 0);
    expect(count('other', { id: '2', json }, 0)).toBe(0);
    expect(count('user', { id: '3', json: '{"message":"Buy now!"}' }, 0)).toBe(0);
  });

  it('forgets older ones when too many came since', () => {
    const { count } = rememberDuplicates();
    for (let n = 1; n <= 1_000_000; n += 1) count('user', { id: String(n), json: `{"n":${n}}` }, 0);
    expect(count('user', { id: 'old', json: '{"n":1}' }, 0)).toBe(0);
    expect(count('user', { id: 'new', json: '{"n":1000000}' }, 0)).toBe(1);
  });
});
