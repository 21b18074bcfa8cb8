import { describe, expect, it } from 'vitest';
import { parseProcStat, parseProcStatus, peakOfAll } from '#measure/process-tree.ts';

const fieldsAfterName = 'S 41 4711 4711 0 -1 4194560 100 200 0 0 250 150 30 20 20 0 11 0 12345 678 90';

describe('parseProcStat', () => {
  it('reads the parent and the processor time, its own and that of its ended children', () => {
    expect(parseProcStat(`4711 (node) ${fieldsAfterName}`)).toEqual({
      pid: 4711,
      parent: 41,
      cpuSeconds: 4,
      endedChildrenSeconds: 0.5,
    });
  });

  it('is not misled by a name with spaces and parentheses', () => {
    expect(parseProcStat(`4711 (a) S 1 (b) ${fieldsAfterName}`).parent).toBe(41);
  });

  it('fails on a line of another kind', () => {
    expect(() => parseProcStat('VmHWM: 100 kB')).toThrow('Not a line of /proc/<pid>/stat');
  });
});

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
