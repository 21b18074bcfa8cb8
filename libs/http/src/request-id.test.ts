import { describe, expect, it } from 'vitest';
import { requestIdOf } from '#request-id.ts';

const made = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-z]+$/;

describe('requestIdOf', () => {
  it.each(['3f2c1b9a', '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2d', 'A_b-'.repeat(16)])('keeps %s', (id) => {
    expect(requestIdOf(id)).toBe(id);
  });

  it.each([
    ['none', undefined],
    ['one that is too short to be unique', 'abc1234'],
    ['one that is too long', 'a'.repeat(65)],
    ['one that would break a log line', 'abcdefgh\nijkl'],
    ['one that holds markup', '<b>abcdefgh</b>'],
    ['several', ['abcdefgh', 'ijklmnop']],
  ])('makes one in the place of %s', (_, header) => {
    expect(requestIdOf(header)).toMatch(made);
  });

  it('makes another one each time', () => {
    expect(requestIdOf(undefined)).not.toBe(requestIdOf(undefined));
  });
});
