import type { StoredBatch } from '@inlet/redis/stored-stream';
import { describe, expect, it } from 'vitest';
import { createRecentBatches } from '#inbox/live/recent-batches.ts';

const batch = (number: number, ids: Readonly<Record<string, readonly string[] | null>>): StoredBatch => ({
  position: `${number}-0`,
  forms: Object.entries(ids).map(([formId, named]) => ({ formId, ids: named })),
});
const behind = (number: number, sent: number | null = null) => ({ position: `${number}-0`, sent });

function beginWith(...batches: readonly StoredBatch[]) {
  const recent = createRecentBatches();
  recent.begin(batches);
  return recent;
}

describe('the recent batches', () => {
  it('tell what a form got behind a position, and nothing of other forms', () => {
    const recent = beginWith(batch(1, { a: ['a1'] }), batch(2, { b: ['b1'] }));
    recent.add(batch(3, { a: ['a2'], b: null }));
    expect(recent.since('a', behind(1))).toEqual([{ position: '3-0', ids: ['a2'], sent: 0 }]);
    expect(recent.since('b', behind(1))).toEqual([
      { position: '2-0', ids: ['b1'], sent: 0 },
      { position: '3-0', ids: null, sent: 0 },
    ]);
    expect([recent.since('a', behind(3)), recent.since('c', behind(1))]).toEqual([[], []]);
    expect(recent.last()).toBe('3-0');
  });

  it('tell how many of a batch were sent already', () => {
    const recent = beginWith(batch(1, { a: ['a1', 'a2', 'a3'] }), batch(2, { a: ['a4'] }));
    expect(recent.since('a', behind(1, 2))).toEqual([
      { position: '1-0', ids: ['a1', 'a2', 'a3'], sent: 2 },
      { position: '2-0', ids: ['a4'], sent: 0 },
    ]);
  });

  it('know nothing of a position that was before them, or never was', () => {
    const recent = beginWith(batch(5, { a: ['a1'] }));
    expect([recent.since('a', behind(4)), recent.since('a', behind(6))]).toEqual([null, null]);
    expect(recent.since('a', { position: '0-0', sent: null })).toBeNull();
  });

  it('know everything from the beginning where there was nothing before', () => {
    const recent = beginWith();
    expect(recent.last()).toBe('0-0');
    recent.add(batch(1, { a: ['a1'] }));
    expect(recent.since('a', { position: '0-0', sent: null })).toHaveLength(1);
  });

  it('are two thousand, and know the position just before them', () => {
    const recent = beginWith();
    for (let number = 1; number <= 2_001; number += 1) recent.add(batch(number, { a: [`a${number}`] }));
    expect(recent.since('a', { position: '0-0', sent: null })).toBeNull();
    expect(recent.since('a', behind(1))).toHaveLength(2_000);
    expect(recent.since('a', behind(1, 1))).toBeNull();
  });

  it('are fewer where they name very many', () => {
    const recent = beginWith();
    const ids = Array.from({ length: 500 }, (_, n) => `${n}`);
    for (let number = 1; number <= 300; number += 1) recent.add(batch(number, { [`form ${number % 40}`]: ids }));
    expect(recent.since('form 0', behind(99))).toBeNull();
    expect(recent.since('form 0', behind(100))).toHaveLength(5);
  });

  it('forget everything when they begin anew', () => {
    const recent = beginWith(batch(1, { a: ['a1'] }));
    recent.begin([batch(7, { a: ['a7'] })]);
    expect([recent.since('a', behind(1)), recent.since('a', behind(7)), recent.last()]).toEqual([null, [], '7-0']);
  });
});
