import { describe, expect, it } from 'vitest';
import { documentDecoder, textDecoder } from '#bodies/decode-text.ts';

const bytes = (...values: number[]) => Uint8Array.of(...values);

it('keeps one decoder for a charset, however a client writes its name', () => {
  const decode = textDecoder('windows-1252');
  for (const label of ['Windows-1252', ' windows-1252', `windows-1252${' '.repeat(100_000)}`, '\twindows-1252\n']) {
    expect(textDecoder(label)).toBe(decode);
  }
});

it('forgets what came before, also bytes that were cut off', () => {
  const decode = textDecoder('utf-16le');
  expect(decode(bytes(0x41, 0, 0x3d, 0xd8))).toBe('A\ufffd');
  expect(decode(bytes(0x42, 0))).toBe('B');
});

describe('a text', () => {
  it.each(['', 'utf-8', 'UTF8', 'klingon', 'utf-7', 'x'.repeat(10_000)])('in %j is UTF-8 or windows-1252', (label) => {
    const decode = textDecoder(label);
    expect(decode(Buffer.from('\ufeffJosé 👋'))).toBe('\ufeffJosé 👋');
    // A euro sign, accented letters, and bytes that are undefined in windows-1252.
    expect(decode(bytes(0x80, 0x4a, 0xe9, 0x81, 0x9d))).toBe('€Jé\u0081\u009d');
    for (const cut of ['c3', 'c0af', 'eda080', 'f4908080']) {
      expect(decode(Buffer.from(cut, 'hex'))).toHaveLength(cut.length / 2);
    }
  });

  it('has a character of its own for each byte of windows-1252', () => {
    const all = textDecoder('windows-1252')(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    expect(new Set(all).size).toBe(256);
    expect(all).not.toContain('\ufffd');
  });

  it.each([
    ['shift_jis', [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], 'テスト'],
    ['iso-8859-15', [0xa4], '€'],
    ['windows-1251', [0xcf, 0xf0, 0xe8], 'При'],
    ['euc-kr', [0xc7, 0xd1], '한'],
    ['gb18030', [0xc4, 0xe3], '你'],
    ['big5', [0xa7, 0x41], '你'],
    ['koi8-r', [0xf0], 'П'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42], 'あ'],
    ['macintosh', [0x8e], 'é'],
    ['utf-16be', [0x00, 0xe9], 'é'],
  ])('in %s is read as its charset says', (label, sent, text) => {
    expect(textDecoder(label)(bytes(...sent))).toBe(text);
  });

  it('that is UTF-8 and was named otherwise is UTF-8', () => {
    expect(textDecoder('utf-16le')(Buffer.from('Zoë!'))).toBe('Zoë!');
    expect(textDecoder('iso-8859-15')(Buffer.from('Zoë'))).toBe('ZoÃ«');
  });

  it('keeps the rest of what its charset does not have', () => {
    expect(textDecoder('shift_jis')(bytes(0x83, 0x65, 0xff, 0x41))).toBe('テ\ufffdA');
  });
});

describe('a document', () => {
  it.each([
    ['little', [0xff, 0xfe, 0x41, 0x00]],
    ['big', [0xfe, 0xff, 0x00, 0x41]],
  ])('of UTF-16 says so by its mark, with the %s end first', (_end, sent) => {
    for (const charset of [undefined, 'utf-8', 'utf-16', 'iso-8859-1']) {
      expect(documentDecoder(bytes(...sent), charset)(bytes(...sent))).toBe('\ufeffA');
    }
  });

  it('without a mark is what it is named', () => {
    expect(documentDecoder(bytes(0xe9), undefined)(bytes(0xe9))).toBe('é');
    expect(documentDecoder(bytes(0x41, 0), 'utf-16le')(bytes(0x41, 0))).toBe('A');
  });
});
