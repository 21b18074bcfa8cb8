import { describe, expect, it, vi } from 'vitest';
import { judge, readPages } from '#lighthouse/read-pages.ts';

function reading({ performance = 100, seo = 100, lcpMs = 1_000, layoutShift = 0, failed = [] as string[] } = {}) {
  return { scores: { performance, accessibility: 100, 'best-practices': 100, seo }, lcpMs, layoutShift, failed };
}

/** Pages that return one reading after the other, and good readings from then on. */
function pages(readings: Record<string, Parameters<typeof reading>[0][]>) {
  const measure = vi.fn((path: string) => Promise.resolve(reading(readings[path]?.shift())));
  return { paths: Object.keys(readings), measure };
}

describe('readPages', () => {
  it('reads a page once that reaches every mark', async () => {
    const { paths, measure } = pages({ '/': [{ performance: 98 }], '/docs': [] });
    expect(await readPages(paths, measure)).toEqual([
      { path: '/', figures: reading({ performance: 98 }) },
      { path: '/docs', figures: reading() },
    ]);
    expect(measure).toHaveBeenCalledTimes(2);
  });

  it('reads a page again only after all others', async () => {
    const { paths, measure } = pages({ '/': [{ performance: 60 }], '/docs': [], '/terms': [{ seo: 99 }] });
    await readPages(paths, measure);
    const again = ['/', '/terms'];
    expect(measure.mock.calls.flat()).toEqual(['/', '/docs', '/terms', ...again, ...again, ...again, ...again]);
  });

  it.each([
    [[87, 99, 100, 70, 98], 98],
    [[97, 100, 96, 95, 99], 97],
  ])('takes the middle of five marks for performance, %j', async (marks, performance) => {
    const { paths, measure } = pages({ '/': marks.map((mark) => ({ performance: mark })) });
    expect(await readPages(paths, measure)).toEqual([{ path: '/', figures: reading({ performance }) }]);
  });

  it('takes the middle of five largest paints', async () => {
    const times = [1_300, 1_100, 3_000, 1_150, 1_000].map((lcpMs) => ({ lcpMs }));
    const { paths, measure } = pages({ '/': times });
    expect(await readPages(paths, measure)).toEqual([{ path: '/', figures: reading({ lcpMs: 1_150 }) }]);
  });

  it.each([{ seo: 92 }, { layoutShift: 0.01 }, { failed: ['color-contrast'] }])(
    'keeps what a page missed once and no machine can be blamed for, %j',
    async (missed) => {
      const { paths, measure } = pages({ '/': [missed] });
      expect(await readPages(paths, measure)).toEqual([{ path: '/', figures: reading(missed) }]);
    },
  );
});

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
