import { describe, expect, it } from 'vitest';
import { areaUnderCurve, heldOut, measureQuality, qualityTable } from '#spam-quality/measure-quality.ts';
import { shuffled } from '#spam-quality/shuffled.ts';

/** As many mails of each kind as the real corpus has, with words that distinguish the kinds. */
const corpus = Array.from({ length: 5_200 }, (_, n) => {
  const isSpam = n % 3 === 0;
  return { isSpam, texts: [isSpam ? `Cheap watches and pills, offer ${n}` : `Minutes of the meeting about item ${n}`] };
});

describe('the area under the curve', () => {
  it.each([
    [{ spam: [0.9, 0.8], good: [0.1, 0.2] }, 1],
    [{ spam: [0.1], good: [0.9, 0.8] }, 0],
    [{ spam: [0.5], good: [0.5] }, 0.5],
    [{ spam: [0.9, 0.3], good: [0.5, 0.1] }, 0.75],
  ])('of %j is %d', (scores, area) => {
    expect(areaUnderCurve(scores)).toBe(area);
  });
});

describe('the order of a seed', () => {
  it('is always the same, has every item, and differs from that of another seed', () => {
    const items = Array.from({ length: 100 }, (_, n) => n);
    expect(shuffled(items, 1)).toEqual(shuffled(items, 1));
    expect(shuffled(items, 1)).not.toEqual(shuffled(items, 2));
    expect(shuffled(items, 1).sort((a, b) => a - b)).toEqual(items);
  });
});

describe('the table', () => {
  it('shows what a filter makes of mails that it has not seen', () => {
    const qualities = measureQuality(corpus, () => undefined);
    expect(qualities.map(({ marks }) => marks)).toEqual([100, 300, 1_000, 3_500]);
    const best = qualities.at(-1);
    expect(best).toMatchObject({ auc: 1, at: [{ recall: 1, wrong: 0 }, { recall: 1, wrong: 0 }, { wrong: 0 }] });
    expect(qualityTable(qualities).split('\n')[5]).toMatch(
      new RegExp(`^\\| 3,500 \\| 100.0 % \\| 0 of ${heldOut.good} `),
    );
  });
});
