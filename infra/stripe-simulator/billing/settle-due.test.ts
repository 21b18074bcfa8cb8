import { describe, expect, it, vi } from 'vitest';
import { advanceClock } from '#billing/settle-due.ts';
import { createClock } from '#clock/clock.ts';
import { createTables } from '#state/tables.ts';

describe('moving the clock forward', () => {
  it('moves it by what was asked, though seconds pass meanwhile', () => {
    let realMs = 0;
    const ticking = vi.spyOn(Date, 'now').mockImplementation(() => {
      realMs += 1_000;
      return realMs;
    });
    const clock = createClock();
    advanceClock({ tables: createTables(), clock, emit: vi.fn(), pagesUrl: '' }, 60);
    ticking.mockRestore();
    expect(clock.offset()).toBe(60);
  });
});
