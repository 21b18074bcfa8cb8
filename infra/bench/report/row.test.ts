import { describe, expect, it } from 'vitest';
import type { Measurement } from '#measure/measurement.ts';
import { atMostTimes, ratioOf, rowOf, times } from '#report/row.ts';

function round(overrides: Partial<Measurement>): Measurement {
  return {
    requests: 10_000,
    seconds: 10,
    p50Ms: 5,
    p99Ms: 20,
    errors: 0,
    cpuSeconds: { ingest: 0.5, redis: 0.3, load: 0.2 },
    peakMb: { ingest: 100, redis: 10 },
    ...overrides,
  };
}

describe('rowOf', () => {
  it('takes the median of the rounds, all of their errors and the largest peak', () => {
    const rounds = [
      round({ requests: 30_000, p99Ms: 90, errors: 1, peakMb: { ingest: 120 } }),
      round({ requests: 10_000, p99Ms: 20, errors: 2, peakMb: { ingest: 150 } }),
      round({ requests: 20_000, p99Ms: 30, errors: 0, peakMb: { ingest: 110 } }),
    ];
    expect(rowOf('accepted', rounds)).toMatchObject({
      perSecond: 2_000,
      eachRound: [3_000, 1_000, 2_000],
      p99Ms: 30,
      errors: 3,
      peakMb: { ingest: 150 },
    });
  });

  it('says what a thousand submissions cost each process', () => {
    expect(rowOf('accepted', [round({})]).cpuPerThousand).toEqual({ ingest: 0.05, redis: 0.03, load: 0.02 });
  });

  it('leaves the load generator out of what the figure costs', () => {
    expect(rowOf('accepted', [round({})]).perCoreSecond).toBeCloseTo(10_000 / 0.8);
  });
});

describe('ratioOf', () => {
  it('holds each round against its own counterpart', () => {
    const ours = [round({ requests: 5_000 }), round({ requests: 9_000 }), round({ requests: 6_000 })];
    const floor = [round({ requests: 10_000 }), round({ requests: 10_000 }), round({ requests: 20_000 })];
    expect(ratioOf(ours, floor)).toBe(0.5);
  });

  it('fails when a round has no counterpart', () => {
    expect(() => ratioOf([round({}), round({})], [round({})])).toThrow('counterpart');
  });
});

it('never rounds a ratio up to its target', () => {
  expect([0.4999, 0.5, 0.57].map((ratio) => times(ratio, 'floor'))).toEqual([
    '0.49 × floor',
    '0.50 × floor',
    '0.57 × floor',
  ]);
});

it('never rounds a ratio down to its limit', () => {
  expect([1.5, 1.501, 1.1].map((ratio) => atMostTimes(ratio, 'its JSON'))).toEqual([
    '1.50 × its JSON',
    '1.51 × its JSON',
    '1.10 × its JSON',
  ]);
});
