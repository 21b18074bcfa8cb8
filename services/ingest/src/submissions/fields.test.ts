import { describe, expect, it } from 'vitest';
import { checkFields } from '#submissions/check-fields.ts';
import { parseJsonFields } from '#submissions/parse-json.ts';
import { splitFields } from '#submissions/steering.ts';

const json = (text: string) => parseJsonFields(Buffer.from(text));

function nested(depth: number): unknown {
  return depth === 0 ? 'leaf' : { inner: nested(depth - 1) };
}

describe('a JSON body', () => {
  it.each(['{"a":1', '', 'a=1', '{"a":1}}', "{'a':1}"])('is refused when it is not JSON: %s', (text) => {
    expect(() => json(text)).toThrow(expect.objectContaining({ status: 400, code: 'malformed_body' }));
  });

  it('is refused when it is not UTF-8', () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect(() => parseJsonFields(body)).toThrow(expect.objectContaining({ code: 'malformed_body' }));
  });

  it.each(['[]', '[{"a":1}]', '"text"', '1', 'null', 'true'])('is refused when it is not an object: %s', (text) => {
    expect(() => json(text)).toThrow(expect.objectContaining({ status: 400, code: 'not_an_object' }));
  });

  it.each([
    ['names that JavaScript knows', '{"__proto__":{"a":1},"constructor":"x","toString":"y","hasOwnProperty":1}'],
    ['the order of the fields', '{"z":"1","a":"2","m":"3"}'],
    ['emoji and right-to-left text', '{"👋 name":"שלום","كلمة":"🏳️‍🌈"}'],
    ['empty values and names', '{"":"","empty":"","none":null,"list":[]}'],
  ])('keeps %s', (_what, text) => {
    const fields = json(text);
    checkFields(fields);
    expect(JSON.stringify(splitFields(fields).data)).toBe(text);
  });
});

describe('the check of the fields', () => {
  const refused = (field: string) =>
    expect.objectContaining({
      status: 422,
      code: 'invalid_fields',
      details: { issues: [expect.objectContaining({ field })] },
    });

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
    expect(() => checkFields({ a: nested(8) })).not.toThrow();
    expect(() => checkFields({ a: nested(9) })).not.toThrow();
    expect(() => checkFields({ a: nested(10) })).toThrow(refused('a'));
  });

  it('costs little for a body nested 20,000 deep', () => {
    const fields = json(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    expect(() => checkFields(fields)).toThrow(refused('a'));
  });

  it.each([
    ['a NUL in a value', { a: 'x\0' }],
    ['a NUL in a list', { a: ['x', 'y\0'] }],
    ['a lone surrogate', { a: '\ud83d' }],
    ['a lone surrogate in a nested name', { a: { '\udc4b': 1 } }],
  ])('refuses %s', (_what, fields) => {
    expect(() => checkFields(fields)).toThrow(refused('a'));
  });

  it('refuses a NUL in a name', () => {
    expect(() => checkFields({ 'a\0': 1 })).toThrow(refused('a\0'));
  });
});

describe('fields that begin with an underscore', () => {
  it('steer and are not stored', () => {
    const { data, steering } = splitFields({ name: 'Ada', _success_message: 'Thanks!', _subject: 'Hello' });
    expect(data).toEqual({ name: 'Ada' });
    expect(steering.successMessage).toBe('Thanks!');
  });

  it.each([[''], ['  '], [42], [['a']], [null]])('give no message when it is %j', (message) => {
    expect(splitFields({ _success_message: message }).steering.successMessage).toBeNull();
  });

  it('are kept when they begin with two', () => {
    expect(splitFields({ __name: 'x', _next: 'y' }).data).toEqual({ __name: 'x' });
  });
});
