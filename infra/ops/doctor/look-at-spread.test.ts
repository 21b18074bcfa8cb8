import { expect, it } from 'vitest';
import { judgeSpread } from '#doctor/look-at-spread.ts';

const master = (id: string, port: number, ...ranges: [number, number][]) => ({ id, host: 'redis', port, ranges });
const masters = [
  master('a', 1, [0, 100], [5_000, 5_460]),
  master('b', 2, [101, 4_999]),
  master('c', 3, [5_461, 16_383]),
];

it('names the slots that redis-cli has to move, across the ranges of the master', () => {
  const places = [
    { lane: 0, slot: 5_400, master: 'a' },
    { lane: 1, slot: 5_002, master: 'a' },
    { lane: 2, slot: 6_000, master: 'c' },
  ];
  expect(judgeSpread(places, masters)).toEqual([
    {
      level: 'warning',
      says: 'The lanes 0, 1 are on one master of the Redis Cluster, redis:1, and redis:2 has none',
      next: 'Move lane 1 with its slot 5002, in a quiet hour: redis-cli --cluster reshard redis:1 --cluster-from a --cluster-to b --cluster-slots 104 --cluster-yes',
    },
  ]);
});

it('finds no fault while every master has a lane, or no master has two', () => {
  const spread = ['a', 'b', 'c', 'c'].map((id, lane) => ({ lane, slot: lane, master: id }));
  expect(judgeSpread(spread, masters)).toEqual([]);
  expect(judgeSpread(spread.slice(0, 2), masters)).toEqual([]);
});
