import type { FormField } from '@inlet/contracts/inbox-views';
import type { Submission } from '@inlet/contracts/submissions';
import { useMemo, useRef } from 'react';
import { useFields } from '#features/submissions/api/use-fields.ts';
import { columnsOf, fieldsOf, sampleRows } from '#features/submissions/fields.ts';

/** The fields that the owner has saved, else those of the first rows. */
export function useListedFields(formId: string, rows: readonly Submission[]): readonly FormField[] {
  const saved = useFields(formId).data?.fields;
  const guessed = useGuessedFields(rows);
  return saved && saved.length > 0 ? saved : guessed;
}

/** The fields of a list, from its first rows. They stay as they are once there were rows enough. */
function useGuessedFields(rows: readonly Submission[]): readonly FormField[] {
  const guess = useRef<{ rows: number; fields: readonly FormField[] }>({ rows: 0, fields: [] });
  const count = Math.min(rows.length, sampleRows);
  if (count > guess.current.rows) {
    const fields = fieldsOf(rows);
    const isSame = JSON.stringify(fields) === JSON.stringify(guess.current.fields);
    guess.current = { rows: count, fields: isSame ? guess.current.fields : fields };
  }
  return guess.current.fields;
}

export function useColumns(fields: readonly FormField[], isNarrow: boolean) {
  return useMemo(() => columnsOf(fields, isNarrow), [fields, isNarrow]);
}
