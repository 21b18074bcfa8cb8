import { describe, expect, it } from 'vitest';
import { createProgress } from '#progress.ts';

function at(timeoutMs: number) {
  let nowMs = 0;
  const progress = createProgress({ timeoutMs, now: () => nowMs });
  return {
    progress,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('the progress of a consumer', () => {
  it('is fine while nothing waits, however long', () => {
    const { progress, pass } = at(1_000);
    pass(1_000_000);
    progress.look(0);
    expect(progress.standstill()).toBeNull();
  });

  it('is fine while jobs move, however many wait', () => {
    const { progress, pass } = at(1_000);
    for (let round = 0; round < 10; round += 1) {
      progress.look(1_000);
      pass(900);
      progress.note(1);
    }
    expect(progress.standstill()).toBeNull();
  });

  it('is stuck when jobs wait and none moves for too long', () => {
    const { progress, pass } = at(180_000);
    progress.look(3);
    pass(180_000);
    expect(progress.standstill()).toBeNull();
    pass(60_000);
    expect(progress.standstill()).toBe('no job has moved for 240 seconds while some wait');
  });

  it('counts from when the work came, not from when the last job ended', () => {
    const { progress, pass } = at(1_000);
    progress.note(0);
    pass(1_000_000);
    progress.look(1);
    expect(progress.standstill()).toBeNull();
  });

  it('is fine again once a job moves', () => {
    const { progress, pass } = at(1_000);
    progress.look(1);
    pass(2_000);
    expect(progress.standstill()).not.toBeNull();
    progress.note(0);
    expect(progress.standstill()).toBeNull();
  });

  it('is stuck with running jobs, though none waits', () => {
    const { progress, pass } = at(1_000);
    progress.note(2);
    pass(2_000);
    progress.look(0);
    expect(progress.standstill()).not.toBeNull();
    progress.note(0);
    pass(1_000_000);
    expect(progress.standstill()).toBeNull();
  });
});
