import { describe, expect, it } from 'vitest';
import { parseProcStat } from '#measure/proc-stat.ts';

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
