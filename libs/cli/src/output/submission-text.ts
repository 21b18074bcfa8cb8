import type { Change } from '@inlet/contracts/changes';
import { coloured } from '#output/output.ts';
import { plainLine, plainText } from '#output/plain-text.ts';

type Received = NonNullable<Change['submission']>;

/** The part of a submission that is shown. */
export interface ShownSubmission extends Pick<Received, 'id' | 'createdAt' | 'origin' | 'data'> {
  readonly files: readonly Pick<Received['files'][number], 'field' | 'name' | 'size'>[];
}

const indent = '  ';
/** A longer value is cut: the whole one is in the JSON, in the dashboard and in exports. */
const valueMax = 2_000;

/** A submission for people: a line with its time, its id and its website, and a line for each field. */
export function submissionText(submission: ShownSubmission, labels: Readonly<Record<string, string>> = {}): string {
  const { id, createdAt, origin, data, files } = submission;
  const head = [new Date(createdAt).toLocaleString('sv'), id, ...(origin === null ? [] : [plainText(origin)])];
  const fields = Object.entries(data).map(([name, value]) => [labels[name] ?? name, wordsOf(value)] as const);
  const sent = files.map(({ field, name, size }) => [field, `${name} (${size} bytes)`] as const);
  const rows = [...fields, ...sent].map(([name, value]) => [plainLine(name), value] as const);
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => {
    const text = plainText(value.length > valueMax ? `${value.slice(0, valueMax)}…` : value);
    return `${indent}${name.padEnd(width)}  ${text.replaceAll('\n', `\n${indent}${' '.repeat(width)}  `)}`;
  });
  return [coloured('bold', head.join('  ')), ...lines, ''].join('\n');
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n');
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
