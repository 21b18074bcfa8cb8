import { describe, expect, it } from 'vitest';
import { backoffPauseMs, jobs, mailJob } from '#jobs.ts';

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

describe('send-notification', () => {
  it('is the job of mails that are still of use after days', () => {
    const kinds = ['requested', 'account', 'notification', 'usage', 'auto-reply'] as const;
    expect(kinds.filter((kind) => mailJob({ kind }) === 'send-notification')).toEqual(['notification', 'usage']);
    expect(mailJob({})).toBe('send-mail');
  });

  it('is tried for three days at least, first after seconds and then once an hour or more often', () => {
    const { attempts } = jobs['send-notification'];
    const pauses = (random: number) =>
      Array.from({ length: attempts - 1 }, (_, n) => backoffPauseMs('send-notification', n + 1, random));
    expect(pauses(1).reduce((sum, ms) => sum + ms)).toBeGreaterThan(3 * 86_400_000);
    expect(pauses(0).slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
    expect(Math.max(...pauses(0))).toBe(3_600_000);
  });
});

describe('send-mail', () => {
  it('is deleted when its links are dead, because its text is personal', () => {
    expect(jobs['send-mail'].keepFailedSeconds).toBeLessThanOrEqual(86_400);
  });

  it('waits in a queue of its own, where a mail server that is away holds up no submission', () => {
    expect(jobs['send-mail'].queue).not.toBe(jobs['store-submissions'].queue);
  });
});
