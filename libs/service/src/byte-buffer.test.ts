import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '#byte-buffer.ts';

describe('a byte buffer', () => {
  it('gives back one piece as it is, without a copy', () => {
    const buffer = new ByteBuffer(100);
    const piece = Buffer.from('piece');
    buffer.add(piece);
    expect(buffer.takeAll()).toBe(piece);
  });

  it('gives back many pieces in their order, and is empty afterwards', () => {
    const buffer = new ByteBuffer(1_000_000);
    const text = Array.from({ length: 50_000 }, (_, n) => String(n % 10)).join('');
    for (const character of text) buffer.add(Buffer.from(character));
    expect(buffer.length).toBe(50_000);
    expect(buffer.takeAll().toString()).toBe(text);
    expect(buffer.takeAll()).toHaveLength(0);
  });

  it('has at most twice the room that its bytes need, and never more than will come', () => {
    const buffer = new ByteBuffer(1_000_000);
    for (let count = 0; count < 20_000; count += 1) buffer.add(Buffer.from('x'));
    expect(buffer.takeAll().buffer.byteLength).toBeLessThanOrEqual(40_000);
    const announced = new ByteBuffer(20_001);
    for (let count = 0; count < 20_001; count += 1) announced.add(Buffer.from('x'));
    expect(announced.takeAll().buffer.byteLength).toBe(20_001);
  });

  it('takes more than it was told would come', () => {
    const buffer = new ByteBuffer(3);
    for (const piece of ['ab', 'cd', 'ef']) buffer.add(Buffer.from(piece));
    expect(buffer.takeAll().toString()).toBe('abcdef');
  });
});
