import { describe, expect, it } from 'vitest';
import { checkFields } from '#bodies/check-fields.ts';

function nested(depth: number): unknown {
  return depth === 0 ? 'leaf' : { inner: nested(depth - 1) };
}

describe('the check of the fields', () => {
  const refused = (field: string, more: object = {}) =>
    expect.objectContaining({
      status: 422,
      code: 'invalid_fields',
      details: { issues: [expect.objectContaining({ field })], ...more },
    });
  const notText = { clientCode: 'TYPE_TEXT' };

  it('takes 200 fields and no more', () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field ${n}`, n]));
    expect(() => checkFields(fields(200))).not.toThrow();
    expect(() => checkFields(fields(201))).toThrow(refused(''));
  });

  it('takes names of 200 characters and no more, at every depth', () => {
    expect(() => checkFields({ ['n'.repeat(200)]: 1 })).not.toThrow();
    expect(() => checkFields({ ['n'.repeat(201)]: 1 })).toThrow(refused('n'.repeat(200)));
    expect(() => checkFields({ outer: { ['n'.repeat(201)]: 1 } })).toThrow(refused('outer'));
  });

  it('takes ten levels and no more', () => {
    expect(() => checkFields({ a: nested(9) })).not.toThrow();
    expect(() => checkFields({ a: nested(10) })).toThrow(refused('a'));
  });

  it.each([
    ['in lists', (count: number) => ({ a: [Array(count - 1).fill(1.5)], b: 'x' })],
    ['in objects', (count: number) => ({ a: Object.fromEntries(Array.from({ length: count }, (_, n) => [n, n])) })],
    ['that are empty', (count: number) => ({ a: [...Array(count - 1).fill({}), []] })],
  ])('takes 1,000 values %s and no more', (_where, fields) => {
    expect(() => checkFields(fields(1_000))).not.toThrow();
    expect(() => checkFields(fields(1_001))).toThrow(refused(''));
  });

  it.each([
    ['a NUL in a value', { a: 'x\0' }],
    ['a NUL in a list', { a: ['x', 'y\0'] }],
    ['a lone surrogate', { a: '\ud83d' }],
    ['a lone surrogate in a nested name', { a: { '\udc4b': 1 } }],
  ])('refuses %s', (_what, fields) => {
    expect(() => checkFields(fields)).toThrow(refused('a', notText));
  });

  it('refuses a NUL in a name', () => {
    expect(() => checkFields({ 'a\0': 1 })).toThrow(refused('a\0', notText));
  });
});
