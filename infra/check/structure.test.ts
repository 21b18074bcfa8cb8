import { describe, expect, it } from 'vitest';
import { judgeTree } from '#check/structure.ts';
import { houseWith } from './example-house.ts';
import { parseTree } from './source-tree.ts';

const lines = (count: number): string => 'export {};\n'.repeat(count);

describe('judgeTree', () => {
  it('finds nothing to say about a clean house', () => {
    expect(judgeTree(houseWith()).problems).toEqual([]);
  });

  it('names the file, the line and the rule of each problem, and prints it after the numbers', () => {
    const report = judgeTree(houseWith({ 'libs/service/src/late.ts': '// TODO: later\nexport const late = 1;\n' }));
    expect(report.problems).toEqual(['libs/service/src/late.ts:1 has a TODO left in it (unfinished)']);
    expect(report.lines.slice(-1)).toEqual(report.problems);
  });

  it('prints how many files there are, how long they are, and that there are no cycles and no barrels', () => {
    const { source, tests, lines } = judgeTree(houseWith());
    expect(tests.files).toBe(1);
    expect(source.files).toBeGreaterThan(15);
    expect(lines[0]).toBe(
      `source: ${source.files} files; lines: median ${source.median}, p90 ${source.p90}, max ${source.max}`,
    );
    expect(lines[2]).toBe('cycles 0, barrels 0');
  });

  it('counts the cycles and the barrels', () => {
    const report = judgeTree(
      houseWith({
        'web/src/lib/a.ts': "import { b } from '#lib/b.ts';\nexport const a = b;\n",
        'web/src/lib/b.ts': "import type { a } from '#lib/a.ts';\nexport const b: typeof a = 1;\n",
        'web/src/lib/all.ts': "export { date } from '#lib/date.ts';\n",
      }),
    );
    expect(report).toMatchObject({ cycles: 1, barrels: 1 });
  });

  it('takes the median, the ninetieth percentile and the longest of the source files alone', () => {
    const sources = Array.from(
      { length: 10 },
      (_, index) => [`src/file-${index}.ts`, lines((index + 1) * 10)] as const,
    );
    const tree = parseTree(new Map([...sources, ['src/long.test.ts', lines(400)]]));
    const { source, tests } = judgeTree(tree);
    expect(source).toEqual({ files: 10, median: 50, p90: 90, max: 100 });
    expect(tests).toEqual({ files: 1, median: 400, p90: 400, max: 400 });
  });

  it('does not pass when it found nothing to look at', () => {
    expect(judgeTree(parseTree(new Map([['README.md', '']]))).problems).toEqual(['found no source file to check']);
  });
});
