import { plainLine } from '#output/plain-text.ts';

const gap = '  ';

/** Columns under their titles. The last one is not padded. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, ...rows.map((row) => row.map(plainLine))];
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === titles.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
  return lines.map((line) => line.map(pad).join(gap).trimEnd()).join('\n');
}
