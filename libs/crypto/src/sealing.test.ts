import { describe, expect, it } from 'vitest';
import { createSealing, SealingError } from '#sealing.ts';

const [older, newer] = ['the older key, of 32 characters..', 'the newer key, of 32 characters..'];
const context = 'target:1';
const sealing = createSealing([newer]);

describe('a sealing', () => {
  it.each(['', 'whsec_1', 'Grüße 👋', 'x'.repeat(100_000)])('opens the text that it sealed', (text) => {
    const sealed = sealing.seal(text, context);
    expect(sealing.open(sealed, context)).toBe(text);
    expect(sealing.open(new Uint8Array(sealed), context)).toBe(text);
  });

  it('seals the same text in another way each time, and never shows it', () => {
    const sealed = Array.from({ length: 100 }, () => sealing.seal('a secret header', context));
    expect(new Set(sealed.map((each) => each.toString('hex'))).size).toBe(100);
    expect(sealed.some((each) => each.includes('secret'))).toBe(false);
  });

  it('opens a value of the first release, whose format stays', () => {
    const kept =
      '01d14319afd7bd3d9d8015ccdfeaea6e25036471c8c15541f25a40dfbbc4e329a142730bae2cc8537e46cbedac46e217fd3f98cb';
    expect(sealing.open(Buffer.from(kept, 'hex'), context)).toBe('a secret header');
  });

  it('refuses a value of another row', () => {
    const sealed = sealing.seal('a secret header', context);
    expect(() => sealing.open(sealed, 'target:2')).toThrow('target:2 was changed, or was sealed for another row');
  });

  it('refuses a value with any byte changed, cut off or added', () => {
    const sealed = sealing.seal('a secret header', context);
    for (const [index, byte] of sealed.entries()) {
      const changed = Buffer.from(sealed);
      changed[index] = byte ^ 1;
      expect(() => sealing.open(changed, context)).toThrow(SealingError);
      expect(() => sealing.open(sealed.subarray(0, index), context)).toThrow(SealingError);
    }
    expect(() => sealing.open(Buffer.concat([sealed, Buffer.of(0)]), context)).toThrow(SealingError);
  });

  it('names the value whose version it does not know', () => {
    const sealed = sealing.seal('a secret header', context);
    sealed[0] = 2;
    expect(() => sealing.open(sealed, context)).toThrow('target:1 is not sealed in a format that this release knows');
  });
});

describe('a rotation of keys', () => {
  const during = createSealing([newer, older]);
  const sealedBefore = createSealing([older]).seal('a secret header', context);

  it('opens what either key sealed, and seals with the first', () => {
    expect(during.open(sealedBefore, context)).toBe('a secret header');
    expect(sealing.open(during.seal('another', context), context)).toBe('another');
  });

  it('distinguishes values of the first key from the others', () => {
    expect(during.isCurrent(sealedBefore)).toBe(false);
    expect(during.isCurrent(during.seal('another', context))).toBe(true);
    expect(during.isCurrent(Buffer.alloc(0))).toBe(false);
  });

  it('names ENCRYPTION_KEYS when the key of a value is gone', () => {
    expect(() => sealing.open(sealedBefore, context)).toThrow('No key of ENCRYPTION_KEYS opens target:1');
  });
});
