import type { FormField } from '@inlet/contracts/inbox-views';
import { widthOf } from '@inlet/contracts/known-fields';

export const narrowestColumn = 56;
export const widestColumn = 640;
/** With more columns, each would be too narrow. */
export const columnsShownMax = 12;

export interface Column {
  readonly name: string;
  /** The name for people, from the rules of the form. */
  readonly label: string;
  readonly width: number;
  /** The column's share of the width that fixed columns leave; zero for a fixed width. */
  readonly share: number;
  /** True for the column that also shows the tags. */
  readonly isFlexible: boolean;
}

/** The columns of a list. If space is short, only the first column and the longest text. */
export function columnsOf(fields: readonly FormField[], isNarrow: boolean): Column[] {
  const shown = fields.filter(({ shown: isShown }) => isShown).slice(0, columnsShownMax);
  const free = shown.filter(({ width }) => width === null);
  const long = free.find(({ type }) => type === 'long');
  const flexible = long ?? free.at(-1) ?? shown.at(-1);
  const sharing = long ? [long] : free.length > 0 ? free : [flexible];
  return shown
    .filter((field, index) => !isNarrow || index === 0 || field === flexible)
    .map((field) => {
      const width = Math.max(narrowestColumn, field.width ?? widthOf({ ...field, length: usualLength }));
      const share = sharing.includes(field) ? width : 0;
      return { name: field.name, label: titleOf(field), width, share, isFlexible: field === flexible };
    });
}

/** Characters of a short text whose length is unknown. */
const usualLength = 14;

/** What people read for a field: its label, or its name. */
export function titleOf({ name, label }: Pick<FormField, 'name' | 'label'>): string {
  return label || name || 'No name';
}
