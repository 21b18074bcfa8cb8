import { describe, expect, it } from 'vitest';
import { jobs } from '#jobs.ts';

describe.each(Object.entries(jobs))('the job %s', (_, { queue, attempts, backoffMs, keepFailedSeconds }) => {
  it('is tried again and, when it fails for good, kept long enough for a person to come back from holidays', () => {
    expect(attempts).toBeGreaterThan(1);
    expect(backoffMs).toBeGreaterThan(0);
    expect(keepFailedSeconds).toBeGreaterThanOrEqual(14 * 86_400);
  });

  it('waits in a queue whose name BullMQ accepts', () => {
    expect(queue).toMatch(/^[a-z-]+$/);
  });
});
