import { describe, expect, it } from 'vitest';
import { parseVisitorJson } from '#inbox/visitor-json.ts';

const names = [
  ...['prénom', 'say "hi"', '\\', '"', '\n', '\t', '/', 'a\\', 'a"b', 'a\r', '\\\\', '\\u', '\u0007'],
  ...['', 'plain', '__proto__', 'constructor', '0', '\ue000', '\ue000005c', '\ue000e000', '\ud83d', '👋', 'é\ue000"'],
];
const written = (name: string) => JSON.stringify(name).slice(1, -1);
const escaped = (name: string) =>
  name.replaceAll(/./gs, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`);

describe('the names of visitors', () => {
  const cases = names.flatMap((name) => [written(name), escaped(name)].map((text) => [text, name] as const));

  it.each(cases.map((one, index) => [...one, `first${index}`] as const))(
    'are what was sent, whatever was read before: "%s"',
    (text, name, first) => {
      // The name that V8 confuses it with, read from an object that starts like the next one.
      const other = JSON.stringify(text.slice(0, name.length));
      JSON.parse(`{"${first}":1,${other}:{"${first}":1,${other}:2}}`);
      const value = parseVisitorJson(`{"${first}":1,"${text}":{"${first}":1,"${text}":"\\"\\\\"}}`);
      const inner = Object.fromEntries([
        [first, 1],
        [name, '"\\'],
      ]);
      const outer = Object.fromEntries([
        [first, 1],
        [name, inner],
      ]);
      expect(JSON.stringify(value)).toBe(JSON.stringify(outer));
    },
  );

  it('are what was sent all at once, also where each letter is escaped', () => {
    const text = `{ ${names.map((name, index) => `"${escaped(name)}"\t\r\n : ${index}`).join(' ,\n')} }`;
    const value = parseVisitorJson(text) as object;
    expect(Object.entries(value)).toEqual(
      Object.entries(Object.fromEntries(names.map((name, index) => [name, index]))),
    );
  });

  it('repeat as in any JSON: the last value counts', () => {
    expect(parseVisitorJson(String.raw`{"a\\":1,"b":2,"\u0061\u005c":3}`)).toEqual({ 'a\\': 3, b: 2 });
  });
});

describe('values', () => {
  it('are left alone', () => {
    const text = String.raw`{"a\"":"\"b\":","c":"\\","d":["\u00e9\ue000",null,true,1.5,{}],"e":"MARK"}`.replace(
      'MARK',
      '\ue000',
    );
    expect(parseVisitorJson(text)).toEqual({ 'a"': '"b":', c: '\\', d: ['é\ue000', null, true, 1.5, {}], e: '\ue000' });
    for (const value of ['"\\\\":1', 'x"', '\\":']) expect(parseVisitorJson(JSON.stringify(value))).toBe(value);
  });

  it('are what a reviver makes of them', () => {
    const raw = (JSON as unknown as { rawJSON: (text: string) => object }).rawJSON;
    const value = parseVisitorJson('{"a\\\\":{"\\n":1.0},"b":[2.50]}', (_name, each, { source = '' }) =>
      typeof each === 'number' ? raw(source) : each,
    );
    expect(JSON.stringify(value)).toBe('{"a\\\\":{"\\n":1.0},"b":[2.50]}');
  });
});

it.each([
  ...[
    '{"a\\x":1}',
    '{"a\\":1}',
    '{"a\\u00":1}',
    '{"\\u00g0":1}',
    '{"a\\',
    '{"a\\"',
    '"a\\":',
    '{"a\\n"\u00a0:1}',
    '{a\\:1}',
  ],
  ...['{"a\n\\":1}', '{"\\\\"::1}', '{"\\\\"1}', '\\', '{"a\\\\":1}}'],
])('refuses what is no JSON: %j', (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(() => parseVisitorJson(text)).toThrow(SyntaxError);
});
