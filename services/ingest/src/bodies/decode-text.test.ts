import { expect, it } from 'vitest';
import { textDecoder } from '#bodies/decode-text.ts';

it('keeps one decoder for a charset, however a client writes its name', () => {
  const decode = textDecoder('windows-1252');
  for (const label of ['Windows-1252', ' windows-1252', `windows-1252${' '.repeat(100_000)}`, '\twindows-1252\n']) {
    expect(textDecoder(label)).toBe(decode);
  }
});

it('forgets what came before, also bytes that were cut off', () => {
  const decode = textDecoder('utf-16le');
  expect(() => decode(Uint8Array.of(0x41, 0, 0x3d, 0xd8))).toThrow('not valid UTF-16LE');
  expect(decode(Uint8Array.of(0x42, 0))).toBe('B');
});
