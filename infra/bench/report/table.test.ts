import { describe, expect, it } from 'vitest';
import type { Row } from '#report/row.ts';
import { markdownTable } from '#report/table.ts';

const row: Row = {
  what: 'accepted',
  perSecond: 14_747.6,
  eachRound: [14_747.6, 13_000],
  figure: '0.52 × floor',
  p50Ms: 15.184,
  p99Ms: 47.7,
  errors: 0,
  cpuPerThousand: { ingest: 0.05149, redis: 0.0043 },
  peakMb: { ingest: 287.6 },
  perCoreSecond: 17_808.4,
  target: { says: '0.5 × floor', isMet: true },
};

const lastLine = (rows: readonly Row[]) => markdownTable(rows).split('\n').at(-1);

describe('markdownTable', () => {
  it('has a title for each cell', () => {
    const [titles = '', rule = '', cells = ''] = markdownTable([row]).split('\n');
    const count = (line: string) => line.split(' | ').length;
    expect([count(rule), count(cells)]).toEqual([count(titles), count(titles)]);
  });

  it('writes each figure beside its target', () => {
    expect(lastLine([row])).toBe(
      '| accepted | 14,748 | 14,748 · 13,000 | 0.52 × floor | 0.5 × floor | yes | 15.18 | 47.70 | 0 | ingest 0.0515, redis 0.0043 | ingest 288 | 17,808 |',
    );
  });

  it('shows what is not met', () => {
    expect(lastLine([{ ...row, target: { says: '0.5 × floor', isMet: false } }])).toContain('| 0.5 × floor | **no** |');
  });

  it('leaves empty what a row does not have', () => {
    expect(lastLine([{ what: 'bytes', errors: 0 }])).toBe('| bytes |  |  |  |  |  |  |  | 0 |  |  |  |');
  });
});
