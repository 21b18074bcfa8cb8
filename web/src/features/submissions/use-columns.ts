import type { FieldRoles } from '@inlet/contracts/field-choice';
import type { Form } from '@inlet/contracts/forms';
import type { FormField } from '@inlet/contracts/inbox-views';
import { chooseColumns, discoverFields } from '@inlet/contracts/known-fields';
import type { Submission } from '@inlet/contracts/submissions';
import { useMemo, useRef } from 'react';
import { useFields } from '#features/submissions/api/use-fields.ts';
import { columnsOf } from '#features/submissions/fields.ts';

/** Enough rows to know the fields of a form. */
const sampleRows = 100;

/** The fields that the owner has saved, otherwise those of the first rows. */
export function useListedFields({ id, fieldRoles }: Form, rows: readonly Submission[]): readonly FormField[] {
  const saved = useFields(id).data?.fields;
  const guessed = useGuessedFields(rows, fieldRoles);
  return saved && saved.length > 0 ? saved : guessed;
}

interface Guess {
  readonly rows: number;
  readonly roles: FieldRoles | null;
  readonly fields: readonly FormField[];
}

/** The fields of a list, from its first rows. They no longer change once there were enough rows. */
function useGuessedFields(rows: readonly Submission[], roles: FieldRoles): readonly FormField[] {
  const guess = useRef<Guess>({ rows: 0, roles: null, fields: [] });
  const count = Math.min(rows.length, sampleRows);
  if (count > guess.current.rows || roles !== guess.current.roles) {
    const fields = chooseColumns(discoverFields(rows.slice(0, sampleRows).map(({ data }) => data)), roles);
    const isSame = JSON.stringify(fields) === JSON.stringify(guess.current.fields);
    guess.current = { rows: count, roles, fields: isSame ? guess.current.fields : fields };
  }
  return guess.current.fields;
}

export function useColumns(fields: readonly FormField[], isNarrow: boolean) {
  return useMemo(() => columnsOf(fields, isNarrow), [fields, isNarrow]);
}
