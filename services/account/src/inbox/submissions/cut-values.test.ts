import { expect, it } from 'vitest';
import { cutValues } from '#inbox/submissions/cut-values.ts';

const long = 'x'.repeat(2_001);
const cut = 'x'.repeat(2_000);

it('leaves fields as they are stored where no value is long', () => {
  const json = `{ "a":"${cut}" , "n": 1.0,"b":[${'12345678901234567890,'.repeat(200)}1e2]}`;
  expect(cutValues(json)).toEqual({ data: json });
});

it('cuts long texts, however deep they lie, and nothing else', () => {
  const json = `{"a": 1.0,"b":"${long}","c":[{"d":"${long}"},"${cut}"],"e" : 12345678901234567890 }`;
  const data = `{"a": 1.0,"b":"${cut}","c":[{"d":"${cut}"},"${cut}"],"e" : 12345678901234567890 }`;
  expect(cutValues(json)).toEqual({ data, isTruncated: true });
});

it('counts characters and not the letters of an escape', () => {
  const short = `{"a":"${'\\u00e9'.repeat(2_000)}"}`;
  expect(cutValues(short)).toEqual({ data: short });
  expect(cutValues(`{"a":"${'\\n'.repeat(2_001)}"}`)).toEqual({
    data: `{"a":"${'\\n'.repeat(2_000)}"}`,
    isTruncated: true,
  });
});

it.each([
  ['quotes', '\\"'.repeat(3_000), '"'.repeat(2_000)],
  ['backslashes', '\\\\'.repeat(3_000), '\\'.repeat(2_000)],
  ['both', '\\\\\\"'.repeat(1_500), '\\"'.repeat(1_000)],
])('finds the end of a text full of %s', (_, written, kept) => {
  const { data } = cutValues(`{"a":"${written}","b":"end"}`);
  expect(JSON.parse(data)).toEqual({ a: kept, b: 'end' });
});

it('cuts no character in half', () => {
  const { data } = cutValues(JSON.stringify({ a: `x${'😀'.repeat(1_500)}` }));
  expect(JSON.parse(data)).toEqual({ a: `x${'😀'.repeat(999)}` });
});

it('makes a text of a number that is too long to show', () => {
  const digits = '9'.repeat(2_001);
  const { data, isTruncated } = cutValues(`{"a":[-1,${digits} ],"b":${digits}}`);
  expect(JSON.parse(data)).toEqual({ a: [-1, '9'.repeat(2_000)], b: '9'.repeat(2_000) });
  expect(isTruncated).toBe(true);
});
