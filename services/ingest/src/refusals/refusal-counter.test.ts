import { createLogger } from '@inlet/process/logger';
import type { RefusalNotes } from '@inlet/redis/refusals';
import { describe, expect, it, vi } from 'vitest';
import { createRefusalCounter } from '#refusals/refusal-counter.ts';

const silent = createLogger({ service: 'test', level: 'silent' });

describe('the log of refusals', () => {
  it('counts every refusal by form and reason, and keeps some of them one by one', async () => {
    const written: RefusalNotes[] = [];
    const counter = createRefusalCounter(async (notes) => void written.push(...notes), silent);
    for (let n = 0; n < 1_000; n += 1) counter.note('a', 'origin_not_allowed', 'https://evil.example');
    counter.note('a', 'too_large', null);
    counter.note('b', 'too_large', null);
    await counter.close();
    expect(written.map(({ formId, counts }) => [formId, counts])).toEqual([
      ['a', { origin_not_allowed: 1_000, too_large: 1 }],
      ['b', { too_large: 1 }],
    ]);
    expect(written[0]?.latest).toHaveLength(20);
    expect(written[1]?.latest).toEqual([{ reason: 'too_large', at: expect.any(String), origin: null }]);
  });

  it('writes each only once, and nothing when there is nothing', async () => {
    const writes: number[] = [];
    const counter = createRefusalCounter(async (notes) => void writes.push(notes.length), silent);
    counter.note('a', 'too_large', null);
    await vi.waitFor(() => expect(writes).toEqual([1]), { timeout: 60_000 });
    await counter.close();
    expect(writes).toEqual([1]);
  });

  it('keeps what Redis does not take, and repeats a write under its id until it is taken', async () => {
    let isAway = true;
    const tries: string[] = [];
    const written = new Map<string, readonly RefusalNotes[]>();
    const counter = createRefusalCounter(async (notes, id) => {
      tries.push(id);
      written.set(id, notes);
      if (isAway) throw new Error('away');
    }, silent);
    counter.note('a', 'too_large', null);
    await vi.waitFor(() => expect(tries.length).toBeGreaterThan(1), { timeout: 60_000 });
    counter.note('a', 'too_large', null);
    counter.note('b', 'too_large', null);
    isAway = false;
    await counter.close();
    expect([...written.values()].flat().map(({ formId, counts }) => [formId, counts])).toEqual([
      ['a', { too_large: 1 }],
      ['a', { too_large: 1 }],
      ['b', { too_large: 1 }],
    ]);
  });

  it('keeps some of very many forms, which are written a part at a time', async () => {
    let isAway = true;
    const sizes: number[] = [];
    const counter = createRefusalCounter(async (notes) => {
      if (isAway) throw new Error('away');
      sizes.push(notes.length);
    }, silent);
    for (let n = 0; n < 12_000; n += 1) counter.note(`form ${n}`, 'too_large', null);
    isAway = false;
    await counter.close();
    expect({ forms: sizes.reduce((sum, size) => sum + size), largest: Math.max(...sizes) }).toEqual({
      forms: 10_000,
      largest: 200,
    });
  });

  it('ends although Redis takes nothing', async () => {
    const counter = createRefusalCounter(() => Promise.reject(new Error('away')), silent);
    counter.note('a', 'too_large', null);
    await expect(counter.close()).resolves.toBeUndefined();
  });
});
