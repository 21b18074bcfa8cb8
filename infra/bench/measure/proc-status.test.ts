import { describe, expect, it } from 'vitest';
import { parseProcStatus, peakOfAll } from '#measure/proc-status.ts';

const status = `Name:\tpostgres
VmPeak:\t  409600 kB
VmHWM:\t  204800 kB
VmRSS:\t  153600 kB
RssAnon:\t   10240 kB
RssFile:\t   20480 kB
RssShmem:\t  102400 kB
`;

describe('parseProcStatus', () => {
  it('reads the peak and what is shared', () => {
    expect(parseProcStatus(status)).toEqual({ peakMb: 200, sharedMb: 120 });
  });

  it('finds nothing in a process that is ending', () => {
    expect(parseProcStatus('Name:\tnode\nState:\tZ (zombie)\n')).toEqual({ peakMb: 0, sharedMb: 0 });
  });
});

describe('peakOfAll', () => {
  it('is the peak of a process that is alone', () => {
    expect(peakOfAll([{ peakMb: 300, sharedMb: 60 }])).toBe(300);
  });

  it('counts what several share once', () => {
    const peaks = [
      { peakMb: 200, sharedMb: 120 },
      { peakMb: 150, sharedMb: 100 },
    ];
    expect(peakOfAll(peaks)).toBe(80 + 50 + 120);
  });

  it('is nothing without processes', () => {
    expect(peakOfAll([])).toBe(0);
  });
});
