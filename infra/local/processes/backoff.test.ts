import { describe, expect, it } from 'vitest';
import { countEarlyDeaths, HEALTHY_AFTER_MS, restartDelayMs } from '#processes/backoff.ts';

describe('restartDelayMs', () => {
  it('starts a service again at once the first time', () => {
    expect(restartDelayMs(0)).toBe(0);
  });

  it('waits longer from death to death, and five seconds at most', () => {
    const delays = Array.from({ length: 20 }, (_, deaths) => restartDelayMs(deaths));
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays.at(-1)).toBe(5_000);
  });
});

describe('countEarlyDeaths', () => {
  it('counts on while a service keeps dying young', () => {
    expect(countEarlyDeaths(2, HEALTHY_AFTER_MS - 1)).toBe(3);
  });

  it('begins anew after a healthy life', () => {
    expect(countEarlyDeaths(7, HEALTHY_AFTER_MS)).toBe(0);
  });
});
