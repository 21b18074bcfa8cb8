import { describe, expect, it } from 'vitest';
import { shareUsed } from '#guards/redis-memory.ts';

describe('the share of its memory that Redis uses', () => {
  it.each([
    ['half', '# Memory\r\nused_memory:500\r\nused_memory_rss:900\r\nmaxmemory:1000\r\nmaxmemory_human:1K\r\n', 0.5],
    ['nothing where there is no limit', '# Memory\r\nused_memory:500\r\nmaxmemory:0\r\n', 0],
    ['nothing where Redis does not say', '', 0],
  ])('is %s', (_what, info, share) => {
    expect(shareUsed(info)).toBe(share);
  });
});
