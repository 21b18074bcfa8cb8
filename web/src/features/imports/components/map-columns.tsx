import { formatCount } from '@inlet/contracts/counts';
import { peerNames } from '@inlet/import/mapping';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import { actionsClass } from '#features/imports/components/actions-class.ts';
import { ColumnRow } from '#features/imports/components/column-row.tsx';
import { DateFields } from '#features/imports/components/date-fields.tsx';
import { RowPreview } from '#features/imports/components/row-preview.tsx';
import { takeFocus } from '#features/imports/take-focus.ts';
import type { Chosen, Importer } from '#features/imports/use-importer.ts';
import { formatBytes } from '#lib/wording.ts';

/** What becomes of each column. Beside it stands the first row as it would be stored. */
export function MapColumns({ importer, chosen }: { importer: Importer; chosen: Chosen }) {
  const { opened, choices } = chosen;
  const [error, setError] = useState<string>();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const hasField = choices.columns.some(({ role }) => role === 'field') || opened.shape.format !== 'csv';
    setError(hasField ? undefined : 'Choose at least one column as a field.');
    if (hasField) importer.check();
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Columns"
      className="grid grid-cols-1 items-start gap-4 sm:gap-6 wide:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid grid-cols-1 gap-4 sm:gap-6">
        <Section title="Columns" headingRef={takeFocus} intro={introOf(chosen)}>
          <ul aria-label="Columns of the file" className="-my-4 divide-y divide-line">
            {choices.columns.map((choice) => (
              <ColumnRow key={choice.column} choice={choice} chosen={chosen} importer={importer} />
            ))}
          </ul>
          {opened.shape.format !== 'csv' && (
            <p className="mt-8 text-small text-muted">
              A column that only later rows have becomes a field of its name.
            </p>
          )}
        </Section>
        <DateFields chosen={chosen} onChange={importer.change} />
        <div>
          <div className={`${actionsClass} sm:items-center`}>
            <Button type="submit" variant="primary">
              Check the file
            </Button>
            <Button onClick={importer.chooseAnother}>Choose another file</Button>
            <p className="text-small text-muted">The check stores nothing.</p>
          </div>
          <FieldError>{error}</FieldError>
        </div>
      </div>
      <RowPreview chosen={chosen} />
    </form>
  );
}

function introOf({ opened: { file, suggested }, choices: { columns } }: Chosen): string {
  const about = `${file.name}, ${formatBytes(file.size)}, ${formatCount(columns.length, 'column')}.`;
  return suggested.peer === null ? about : `${about} It looks like an export of ${peerNames[suggested.peer]}.`;
}
