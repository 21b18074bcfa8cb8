import { describe, expect, it } from 'vitest';
import { detectShape } from '#detect-shape.ts';
import { allOf, piecesOf, readAll, valuesOf } from '#file.test-setup.ts';
import { readRows } from '#read-rows.ts';

const bytes = (...numbers: number[]) => Uint8Array.from(numbers);

describe('a CSV file', () => {
  const file = '\ufeffName,Message\r\nAda,"a ""b"",\r\nc"\n\n,\rGrace, d \n"x"y,5" pipe';

  it.each([1, 2, 3, 7, 1_000])('is read as RFC 4180 says, in pieces of %i bytes', async (size) => {
    const rows = await readAll(file, size);
    expect(rows).toEqual([
      { line: 2, values: { Name: 'Ada', Message: 'a "b",\r\nc' } },
      { line: 6, values: { Name: 'Grace', Message: ' d ' } },
      { line: 7, values: { Name: 'xy', Message: '5" pipe' } },
    ]);
  });

  it.each([',', ';', '\t'])('may be separated by %j', async (separator) => {
    const rows = [
      ['Name', '"a,;\tb"'],
      ['Ada', '1'],
      ['', '2'],
    ]
      .map((row) => row.join(separator))
      .join('\n');
    expect(await valuesOf(rows)).toEqual([{ Name: 'Ada', 'a,;\tb': '1' }, { 'a,;\tb': '2' }]);
  });

  it('tells columns apart that share a name or have none', async () => {
    expect(await valuesOf('Name,Name,,__proto__\n1,2,3,4')).toEqual([
      Object.fromEntries([
        ['Name', '1'],
        ['Name (2)', '2'],
        ['Column 3', '3'],
        ['__proto__', '4'],
      ]),
    ]);
  });

  it('refuses a row with more values than columns, and one that is too long, and goes on behind it', async () => {
    const file = `a,b\n1,2,,\n1,2,3\n${'x'.repeat(1_000_001)},2\n"${'y'.repeat(1_000_001)}\n",\n5,6\n`;
    const rows = await valuesOf(file, 65_536);
    expect(rows).toEqual([{ a: '1', b: '2' }, '3 invalid_line', '4 too_large', '5 too_large', { a: '5', b: '6' }]);
  });

  it('refuses a row of separators alone that is too long, without keeping its cells', async () => {
    expect(await valuesOf(`a\n${','.repeat(1_000_001)}\n1\n`, 65_536)).toEqual(['2 too_large', { a: '1' }]);
  });

  it('refuses the row whose quotation mark is never closed', async () => {
    expect(await valuesOf('a,b\n1,2\n3,"4\n5,6\n')).toEqual([{ a: '1', b: '2' }, '3 invalid_line']);
  });

  it('is not read with more than 1,000 columns', async () => {
    await expect(readAll(`${'a,'.repeat(1_001)}\n1`)).rejects.toThrow('more than 1000 columns');
  });

  it.each([
    ['windows-1252', bytes(0x61, 0x0a, 0xe4, 0x80), 'ä€'],
    ['utf-16le', bytes(0xff, 0xfe, 0x61, 0, 0x0a, 0, 0xe4, 0), 'ä'],
    ['utf-16be', bytes(0xfe, 0xff, 0, 0x61, 0, 0x0a, 0, 0xe4), 'ä'],
    ['utf-8', new TextEncoder().encode('a\nä€👋'), 'ä€👋'],
  ])('may be written in %s', async (encoding, file, value) => {
    expect([detectShape(file).encoding, await valuesOf(file, 1)]).toEqual([encoding, [{ a: value }]]);
  });

  it('is not read where it turns out to be no text', async () => {
    const file = new TextEncoder().encode(`a\n${'x\n'.repeat(2_000)}`);
    const shape = detectShape(file);
    file[3_000] = 0xff;
    await expect(allOf(readRows(piecesOf(file), shape))).rejects.toThrow('not valid text in utf-8');
  });
});

describe('an NDJSON file', () => {
  it.each([1, 5, 1_000])('is read line by line, in pieces of %i bytes', async (size) => {
    const file = '{"a":1.50,"id":12345678901234567890}\r\n\n{bad\n[1]\n {"__proto__":"x"}';
    const rows = await valuesOf(file, size);
    expect(JSON.stringify(rows)).toBe(
      '[{"a":1.50,"id":12345678901234567890},"3 invalid_json","4 invalid_line",{"__proto__":"x"}]',
    );
  });

  it('refuses a line that is too long, and goes on behind it', async () => {
    const file = `{"a":1}\n{"a":"${'x'.repeat(1_000_001)}"}\n{"a":2}`;
    expect(await valuesOf(file, 65_536)).toEqual([{ a: 1 }, '2 too_large', { a: 2 }]);
  });
});

describe('a JSON file', () => {
  it.each([1, 4, 1_000])('is a list of objects, at its top or in an object, in pieces of %i bytes', async (size) => {
    const rows = [{ a: '"}]\\' }, { b: [{ c: 1 }], d: { e: {} } }];
    const wrapped = { fields: ['a', 'b'], meta: { list: [{ no: 1 }] }, submissions: rows };
    for (const file of [JSON.stringify(rows), JSON.stringify(wrapped, null, 2)]) {
      expect(await valuesOf(file, size)).toEqual(rows);
    }
  });

  it('refuses an object that is too long, and goes on behind it', async () => {
    const file = JSON.stringify([{ a: 1 }, { a: 'x'.repeat(1_000_001) }, { a: 2 }]);
    expect(await valuesOf(file, 65_536)).toEqual([{ a: 1 }, '2 too_large', { a: 2 }]);
  });

  it.each([
    ['[{"a":1}', 'ends before it is complete'],
    ['["a"]', 'has no list of submissions'],
    ['{"a":[1],\n"b":"x"}', 'has no list of submissions'],
    ['['.repeat(10_001), 'nested too deep'],
  ])('is not read if it is %#', async (file, problem) => {
    await expect(readAll(file)).rejects.toThrow(problem);
  });
});

it.each([
  ['an archive', bytes(0x50, 0x4b, 3, 4), 'Unpack it'],
  ['compressed', bytes(0x1f, 0x8b, 8), 'Unpack it'],
  ['empty', bytes(), 'The file is empty'],
  ['blank', bytes(0x20, 0x0a), 'The file is empty'],
  ['an image', bytes(0x89, 0x61, 0, 0x62), 'not a text file'],
])('a file that is %s is none to import', (_what, file, problem) => {
  expect(() => detectShape(file)).toThrow(problem);
});
