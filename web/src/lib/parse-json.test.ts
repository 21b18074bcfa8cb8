import { expect, it } from 'vitest';
import { parseJson } from '#lib/parse-json.ts';

it.each([
  '1.0',
  '1e400',
  '-0',
  '-0.0',
  '1E5',
  '0.10',
  '12345678901234567890',
  '-9007199254740993',
  '0.1234567890123456789',
])('writes %s as it was read, wherever it stands', (number) => {
  const compact = `{"field":${number},"list":[${number},"x",${number}],"in":{"deep":${number}}}`;
  expect(JSON.stringify(parseJson(compact))).toBe(compact);
  const spaced = `{"field" : ${number}, "list": [ ${number} ]}`;
  expect(JSON.stringify(parseJson(spaced))).toBe(`{"field":${number},"list":[${number}]}`);
});

it('leaves every other number a number, beside one that is none', () => {
  expect(parseJson('{"total":100000,"half":0.5,"large":1e+21,"text":"1.0","version":1.0}')).toMatchObject({
    total: 100_000,
    half: 0.5,
    large: 1e21,
    text: '1.0',
  });
});

it('refuses text that is not JSON', () => {
  expect(() => parseJson('{"half":1.0')).toThrow(SyntaxError);
});
