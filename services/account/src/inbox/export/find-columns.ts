import type { FormField } from '@inlet/contracts/inbox-views';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Semaphore } from '@inlet/process/semaphore';
import { beyond, rangeOf } from '@inlet/submissions/range';
import { findNames } from '#inbox/export/field-names.store.ts';

/**
 * Spreadsheets allow more, but people cannot read them. Fields beyond this, which robots make up, share a single
 * column.
 */
const columnsMax = 500;
/** Some 20 ms of work. */
const rowsAtOnce = 5_000;

/** A column of a file with one column per field. */
export type ExportColumn = Pick<FormField, 'name' | 'type'>;

export interface FoundColumns {
  readonly columns: readonly ExportColumn[];
  /** True if there are more fields than columns. */
  readonly hasOthers: boolean;
}

/**
 * The fields of all submissions in an export: those of the list first, in its order. It reads every name before the
 * file starts, because the first line contains all of them.
 */
export async function findExportColumns(
  pool: Queryable,
  semaphore: Semaphore,
  { formId, filter }: { readonly formId: string; readonly filter: SubmissionFilter },
  listed: readonly ExportColumn[],
): Promise<FoundColumns> {
  const found = new Set<string>();
  let range = rangeOf(filter);
  for (;;) {
    const wanted = { formId, filter, range, rowsMax: rowsAtOnce, namesMax: 2 * columnsMax };
    const { names, last } = await semaphore.run(() => findNames(pool, wanted));
    for (const name of names) if (found.size < columnsMax) found.add(name);
    if (last === null || found.size >= columnsMax) break;
    range = beyond(range, last, 'older');
  }
  const names = new Set(listed.map(({ name }) => name));
  const others = [...found].filter((name) => !names.has(name));
  const columns = [
    ...listed.filter(({ name }) => found.has(name)),
    ...others.map((name) => ({ name, type: 'text' as const })),
  ];
  return { columns, hasOthers: found.size >= columnsMax };
}
