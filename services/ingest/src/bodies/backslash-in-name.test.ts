import { describe, expect, it } from 'vitest';
import { hasBackslashInName } from '#bodies/backslash-in-name.ts';
import { parseJson } from '#bodies/json.ts';

describe('a backslash in a name', () => {
  it.each([
    String.raw`{"a\\":1}`,
    String.raw`{"\u005c":1}`,
    String.raw`{"x":"\n","\"\u005C" ${'\n'}:1}`,
    String.raw`{"x":[{"\t":{"b\\c":1}}]}`,
  ])('is found: %s', (text) => {
    expect(hasBackslashInName(text)).toBe(true);
  });

  it.each([
    '{"a":"b"}',
    String.raw`{"path":"C:\\temp\\","b":1}`,
    String.raw`{"a":"\\\":","b":["\\"],"c":1}`,
    String.raw`{"\n":"\\","pr\u00e9nom":"\u005c"}`,
    String.raw`{"a\"u005c":1}`,
    String.raw`{"a":"\\`,
  ])('is not seen where there is none: %s', (text) => {
    expect(hasBackslashInName(text)).toBe(false);
  });

  it('is refused, so that nobody renames the fields of others', () => {
    const refusal = expect.objectContaining({ status: 422, code: 'invalid_fields' });
    expect(() => parseJson(String.raw`{"mail":"x","pr\\u00":"y"}`)).toThrow(refusal);
    expect(Object.keys(parseJson(String.raw`{"mail":"x","pr\u00e9nom":"Ada"}`))).toEqual(['mail', 'prénom']);
  });
});
