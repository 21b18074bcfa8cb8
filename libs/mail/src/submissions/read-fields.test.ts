import { expect, it } from 'vitest';
import { readFields } from '#submissions/read-fields.ts';

it.each([
  ['{"a":"x","b":true,"c":null}', ['a: x', 'b: true', 'c: ']],
  ['{"a":12345678901234567890,"b":1.0,"c":-0}', ['a: 12345678901234567890', 'b: 1.0', 'c: -0']],
  ['{"tags":["a",2,["b"]],"at":{"x":1}}', ['tags: a, 2, b', 'at: {"x":1}']],
  ['{"a":"one\\r\\ntwo\\rthree","b":"\\u0000\\u001b[31m\\u0085"}', ['a: one\ntwo\nthree', 'b:   [31m ']],
  ['{"__proto__":"x","constructor":"y"}', ['__proto__: x', 'constructor: y']],
  ['[1,2]', ['0: 1', '1: 2']],
  ['"text"', []],
])('reads the fields of %s', (json, fields) => {
  expect(readFields(json).map(({ name, text }) => `${name}: ${text}`)).toEqual(fields);
});
