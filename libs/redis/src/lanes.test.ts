import { expect, it } from 'vitest';
import { redisKeys } from '#keys.ts';
import { laneNumbers, lanePrefix, mainLane } from '#lanes.ts';

it('lane 0 keeps the keys of an installation without lanes, and every other lane has a hash tag of its own', () => {
  const counters = laneNumbers({ REDIS_LANES: 3 }).map((lane) => redisKeys(lanePrefix('inlet', lane)).countersSince);
  expect(counters).toEqual(['{inlet}:counters:since', '{inlet:1}:counters:since', '{inlet:2}:counters:since']);
});

it('the main lane is lane 0, and never another one by mistake', () => {
  expect(() => mainLane([])).toThrow('Lane 0 comes first');
});
