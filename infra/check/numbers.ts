import type { SourceFile } from './source-tree.ts';

export interface LineNumbers {
  readonly files: number;
  readonly median: number;
  readonly p90: number;
  readonly max: number;
}

/** How long the files are: the figures that show whether the house stays readable. */
export function lineNumbers(files: readonly SourceFile[]): LineNumbers {
  const counts = files.map(({ lineCount }) => lineCount).toSorted((a, b) => a - b);
  return { files: counts.length, median: atShare(counts, 0.5), p90: atShare(counts, 0.9), max: counts.at(-1) ?? 0 };
}

/** The smallest count that at least this share of the files does not exceed. */
function atShare(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}
