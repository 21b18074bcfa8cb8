import type { RefusalNotes } from '@inlet/redis/refusals';
import { createLogger } from '@inlet/service/logger';
import { describe, expect, it, vi } from 'vitest';
import { createRefusalLog } from '#refusals/refusal-log.ts';

const silent = createLogger({ service: 'test', level: 'silent' });

describe('the log of refusals', () => {
  it('counts every refusal by form and reason, and keeps some of them one by one', async () => {
    const written: RefusalNotes[] = [];
    const log = createRefusalLog(async (notes) => void written.push(...notes), silent);
    for (let n = 0; n < 1_000; n += 1) log.note('a', 'origin_not_allowed', 'https://evil.example');
    log.note('a', 'too_large', null);
    log.note('b', 'too_large', null);
    await log.close();
    expect(written.map(({ formId, counts }) => [formId, counts])).toEqual([
      ['a', { origin_not_allowed: 1_000, too_large: 1 }],
      ['b', { too_large: 1 }],
    ]);
    expect(written[0]?.latest).toHaveLength(20);
    expect(written[1]?.latest).toEqual([{ reason: 'too_large', at: expect.any(String), origin: null }]);
  });

  it('writes each only once, and nothing when there is nothing', async () => {
    const writes: number[] = [];
    const log = createRefusalLog(async (notes) => void writes.push(notes.length), silent);
    log.note('a', 'too_large', null);
    await vi.waitFor(() => expect(writes).toEqual([1]), { timeout: 5_000 });
    await log.close();
    expect(writes).toEqual([1]);
  });

  it('forgets what cannot be written rather than to fill the memory', async () => {
    const log = createRefusalLog(() => Promise.reject(new Error('away')), silent);
    log.note('a', 'too_large', null);
    await expect(log.close()).resolves.toBeUndefined();
  });
});
