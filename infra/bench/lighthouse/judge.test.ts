import { describe, expect, it } from 'vitest';
import { judge } from '#lighthouse/judge.ts';

const good = {
  scores: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
  lcpMs: 1_200,
  layoutShift: 0,
  failed: [],
};

describe('judge', () => {
  it('has nothing to say of a page that reached every mark', () => {
    expect(judge(good)).toEqual([]);
  });

  it.each([
    [{ scores: { ...good.scores, performance: 97 } }, 'performance 97, must reach 98'],
    [{ scores: { ...good.scores, seo: 99 } }, 'seo 99, must reach 100'],
    [{ scores: { performance: 100, accessibility: 100, seo: 100 } }, 'best-practices 0, must reach 100'],
    [{ lcpMs: 1_201 }, 'LCP 1201 ms, at most 1200'],
    [{ lcpMs: Number.NaN }, 'LCP NaN ms, at most 1200'],
    [{ layoutShift: 0.001 }, 'CLS 0.001, must be 0'],
    [{ failed: ['color-contrast'] }, 'did not pass: color-contrast'],
  ])('names what was missed: %j', (change, says) => {
    expect(judge({ ...good, ...change })).toEqual([says]);
  });
});
