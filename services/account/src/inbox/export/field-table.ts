import { jsonText, oneLineData } from '#inbox/export/export-lines.ts';
import type { FoundColumns } from '#inbox/export/find-columns.ts';
import { type ExportedState, exportedState } from '#inbox/submissions/state-row.ts';

/** A cell of a file with one column per field: a text, a number that a spreadsheet can add up, or a time. */
export type Cell = string | number | Date;

/** One column per field: what the database makes of a row, and the cells of that. */
export interface FieldTable {
  readonly head: readonly string[];
  /** An expression as that of a `LineFormat`. */
  readonly line: string;
  readonly read: (line: string) => Cell[];
}

const othersHead = 'Other fields';
const stateHead = ['Status', 'Starred', 'Tags', 'Note'];

type Line = readonly [
  at: string,
  origin: string | null,
  data: Readonly<Record<string, unknown>>,
  state: ExportedState | null,
];

interface TableWanted extends FoundColumns {
  readonly hasStates: boolean;
  /** True for a file that tells numbers from texts. */
  readonly hasNumbers: boolean;
}

/** The columns of the inbox are there where a form uses them. */
export function createTable({ columns, hasOthers, hasStates, hasNumbers }: TableWanted): FieldTable {
  const names = new Set(columns.map(({ name }) => name));
  const othersOf = (data: Line[2]) => Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name)));
  const fieldHead = columns.map(({ name }) => name);
  return {
    head: ['Date', 'Origin', ...fieldHead, ...(hasOthers ? [othersHead] : []), ...(hasStates ? stateHead : [])],
    line: String.raw`
      '["' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '",' || ${jsonText('origin')} || ',' || ${oneLineData} || ',' || ${hasStates ? exportedState : `'null'`} || E']\n'`,
    read: (text) => {
      const [at, origin, data, state] = parseExactly(text) as Line;
      const cells: Cell[] = [new Date(at), origin || 'Unknown'];
      for (const { name, type } of columns) {
        const value = Object.hasOwn(data, name) ? data[name] : '';
        cells.push(hasNumbers && type === 'number' ? numberOf(value) : textOf(value));
      }
      if (hasOthers) cells.push(textOf(othersOf(data)));
      if (hasStates) cells.push(...stateCells(state));
      return cells;
    },
  };
}

function stateCells(state: ExportedState | null): Cell[] {
  const [isStarred, status, tags, note] = state ?? [false, 'open', [], null];
  return [status, isStarred ? 'yes' : '', tags.join(', '), note ?? ''];
}

const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;

/** A text is a number where most values of its field look like one: a postcode stays a text. */
function numberOf(value: unknown): Cell {
  const text = textOf(value);
  return plainNumber.test(text) ? Number(text) : text;
}

/** Values of a list stand beside each other, and what is deeper stays JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map(textOf).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const mayHaveNumber = /[:[,]\s*-?\d/;

/** JSON whose numbers stay as they were sent: one that JavaScript would change becomes a text. */
function parseExactly(text: string): unknown {
  if (!mayHaveNumber.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name: string, value: unknown, { source }: { readonly source?: string } = {}) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? source : value,
  );
}
