import type { SubmittedFile } from '@inlet/contracts/files';
import type { Labels } from '@inlet/contracts/labels';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import { cellEnd, jsonText, rowEnd, timeText } from '#inbox/export/export-lines.ts';
import type { FoundColumns } from '#inbox/export/find-columns.ts';
import { type ExportedState, exportedState } from '#inbox/submissions/state-row.ts';

/** A cell of a file with one column per field: a text, a number that a spreadsheet can sum, or a time. */
export type Cell = string | number | Date;

/** One column per field: the database's conversion of a row, and its cells. */
export interface FieldTable {
  readonly head: readonly string[];
  /** An expression like that of a `LineFormat`. */
  readonly line: string;
  readonly read: (line: string) => Cell[];
}

const othersHead = 'Other fields';
const stateHead = ['Status', 'Starred', 'Tags', 'Note'];
const assigneeHead = 'Assigned to';
const confirmedHead = 'Confirmed';
const filesHead = ['Files', 'Link to files'];

type Fields = Readonly<Record<string, unknown>>;

interface TableWanted extends FoundColumns {
  readonly hasStates: boolean;
  readonly hasAssignees: boolean;
  readonly hasConfirmations: boolean;
  /** The expression for the files of a row; null if the form has none. */
  readonly files: string | null;
  /** The names of fields for people. */
  readonly labels: Labels;
  /** True for a format that distinguishes numbers from texts. */
  readonly hasNumbers: boolean;
}

/** The inbox columns are included if a form uses them. */
export function createTable(wanted: TableWanted): FieldTable {
  const { columns, hasOthers, hasStates, hasAssignees, hasConfirmations, hasNumbers, files, labels } = wanted;
  const names = new Set(columns.map(({ name }) => name));
  const othersOf = (data: Fields) => Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name)));
  const fieldHead = headOf(columns, labels);
  const expressions = [
    timeText('created_at'),
    jsonText('origin'),
    `coalesce(${timeText('confirmed_at')}, '')`,
    hasStates || hasAssignees ? exportedState : `'null'`,
    files ? `coalesce(${files}, '[]')` : `'[]'`,
    'data',
  ];
  return {
    head: [
      ...['Date', 'Origin', ...fieldHead],
      ...(hasOthers ? [othersHead] : []),
      ...(hasStates ? stateHead : []),
      ...(hasAssignees ? [assigneeHead] : []),
      ...(hasConfirmations ? [confirmedHead] : []),
      ...(files ? filesHead : []),
    ],
    line: `${expressions.join(` || '${cellEnd}' || `)} || '${rowEnd}'`,
    read: (text) => {
      const [at = '', origin = '', confirmed = '', state = '', attached = '', fields = ''] = text.split(cellEnd);
      const data = parseExactly(fields);
      const cells: Cell[] = [new Date(at), (JSON.parse(origin) as string | null) || 'Unknown'];
      const fieldOf = (name: string) => (Object.hasOwn(data, name) ? data[name] : '');
      cells.push(...columns.map(({ name, type }) => cellOf(fieldOf(name), hasNumbers && type === 'number')));
      if (hasOthers) cells.push(textOf(othersOf(data)));
      const worked = JSON.parse(state) as ExportedState | null;
      if (hasStates) cells.push(...stateCells(worked));
      if (hasAssignees) cells.push(worked?.[4] ?? '');
      if (hasConfirmations) cells.push(confirmed === '' ? '' : new Date(confirmed));
      if (files) cells.push(...fileCells(JSON.parse(attached) as ExportedFile[]));
      return cells;
    },
  };
}

/** A label that stands for several columns says which one it is. */
function headOf(columns: FoundColumns['columns'], labels: Labels): string[] {
  const shown = columns.map(({ name }) => labels.get(name) ?? name);
  const counts = Map.groupBy(shown, (text) => text);
  return columns.map(({ name }, index) => {
    const text = shown[index] ?? name;
    return text !== name && (counts.get(text)?.length ?? 0) > 1 ? `${text} (${name})` : text;
  });
}

function stateCells(state: ExportedState | null): Cell[] {
  const [isStarred, status, tags, note] = state ?? [false, 'open', [], null, null];
  return [status, isStarred ? 'yes' : '', tags.join(', '), note ?? ''];
}

type ExportedFile = Pick<SubmittedFile, 'name' | 'size' | 'state'> & { readonly link: string };

function fileCells(files: readonly ExportedFile[]): Cell[] {
  const words = files.map(
    ({ name, size, state }) => `${name} (${size} bytes${state === 'available' ? '' : `, ${state}`})`,
  );
  return [words.join(', '), files[0]?.link ?? ''];
}

const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;

function cellOf(value: unknown, isNumber: boolean): Cell {
  return isNumber ? numberOf(value) : textOf(value);
}

/** A text becomes a number if most values of its field look like one: a postcode stays a text. */
function numberOf(value: unknown): Cell {
  const text = textOf(value);
  return plainNumber.test(text) ? Number(text) : text;
}

/** Values of a list are joined, and deeper ones stay JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map(textOf).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Matches where JSON can contain a number. Reading the source of each value makes parsing several times slower. */
const mayHaveNumber = /(?:":|\[|[}\]"el],)\s*-?\d/;

/** Parses JSON without changing numbers: one that JavaScript cannot represent becomes a text. */
function parseExactly(text: string): Fields {
  if (!mayHaveNumber.test(text)) return parseVisitorJson(text) as Fields;
  return parseVisitorJson(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? source : value,
  ) as Fields;
}
