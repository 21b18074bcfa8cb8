import type { Figures } from '#measure/median.ts';
import type { Row } from '#report/row.ts';

const columns: readonly { title: string; isNumber: boolean; cell: (row: Row) => string }[] = [
  { title: 'what', isNumber: false, cell: ({ what }) => what },
  { title: 'per second', isNumber: true, cell: ({ perSecond }) => whole(perSecond) },
  { title: 'rounds', isNumber: false, cell: ({ eachRound }) => (eachRound ?? []).map(whole).join(' · ') },
  { title: 'figure', isNumber: false, cell: ({ figure }) => figure ?? '' },
  { title: 'must reach', isNumber: false, cell: ({ target }) => target?.says ?? '' },
  { title: 'met', isNumber: false, cell: ({ target }) => (target ? (target.isMet ? 'yes' : '**no**') : '') },
  { title: 'p50 ms', isNumber: true, cell: ({ p50Ms }) => decimal(p50Ms, 2) },
  { title: 'p99 ms', isNumber: true, cell: ({ p99Ms }) => decimal(p99Ms, 2) },
  { title: 'errors', isNumber: true, cell: ({ errors }) => String(errors) },
  { title: 'CPU s per 1,000', isNumber: false, cell: ({ cpuPerThousand }) => named(cpuPerThousand, 4) },
  { title: 'peak MB', isNumber: false, cell: ({ peakMb }) => named(peakMb, 0) },
  { title: 'per core-second', isNumber: true, cell: ({ perCoreSecond }) => whole(perCoreSecond) },
];

/** The rows as a table in Markdown. */
export function markdownTable(rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => title),
    columns.map(({ isNumber }) => (isNumber ? '---:' : '---')),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function whole(value: number | undefined): string {
  return value === undefined ? '' : Math.round(value).toLocaleString('en');
}

function decimal(value: number | undefined, digits: number): string {
  return value === undefined ? '' : value.toFixed(digits);
}

function named(values: Figures | undefined, digits: number): string {
  return Object.entries(values ?? {})
    .map(([name, value]) => `${name} ${value.toFixed(digits)}`)
    .join(', ');
}
