import { describe, expect, it } from 'vitest';
import { jobs } from '#jobs.ts';

describe.each(Object.entries(jobs))('the job %s', (_, { queue, attempts, backoffMs, keepFailedSeconds }) => {
  it('is tried again and, when it fails for good, kept long enough for a person to look at it', () => {
    expect(attempts).toBeGreaterThan(1);
    expect(backoffMs).toBeGreaterThan(0);
    expect(keepFailedSeconds).toBeGreaterThanOrEqual(86_400);
  });

  it('waits in a queue whose name BullMQ accepts', () => {
    expect(queue).toMatch(/^[a-z-]+$/);
  });
});

describe('store-submissions', () => {
  it('is kept long enough for a person to come back from holidays, for it is what visitors were promised', () => {
    expect(jobs['store-submissions'].keepFailedSeconds).toBeGreaterThanOrEqual(14 * 86_400);
  });
});

describe('send-mail', () => {
  it('is forgotten when its links are dead, for its text is somebody’s own', () => {
    expect(jobs['send-mail'].keepFailedSeconds).toBeLessThanOrEqual(86_400);
  });

  it('waits in a queue of its own, where a mail server that is away holds up no submission', () => {
    expect(jobs['send-mail'].queue).not.toBe(jobs['store-submissions'].queue);
  });
});
