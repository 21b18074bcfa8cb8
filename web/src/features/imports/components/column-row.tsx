import { useId } from 'react';
import { inputClass } from '#components/ui/field.tsx';
import { type ColumnChoice, type ColumnRole, samplesOf } from '#features/imports/column-choices.ts';
import type { Chosen, Importer } from '#features/imports/use-importer.ts';

const roleWords: Readonly<Record<ColumnRole, string>> = {
  field: 'Field',
  date: 'Date',
  origin: 'Origin',
  out: 'Left out',
};

interface ColumnRowProps {
  readonly choice: ColumnChoice;
  readonly chosen: Chosen;
  readonly importer: Pick<Importer, 'chooseRole' | 'rename'>;
}

/** A column with some of its values, and what becomes of it. */
export function ColumnRow({ choice, chosen: { opened, choices }, importer }: ColumnRowProps) {
  const id = useId();
  const { column, role, field, canBeField } = choice;
  const roles = (Object.keys(roleWords) as ColumnRole[]).filter((name) => name !== 'field' || canBeField);
  const samples = samplesOf(opened, choices, column);
  return (
    <li
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-4 gap-y-2 py-4 sm:grid-cols-[11.5rem_minmax(0,1fr)_minmax(0,1fr)] sm:items-center"
    >
      <div className="min-w-0">
        <p id={id} className="font-medium wrap-anywhere">
          <bdi>{column}</bdi>
        </p>
        <p className="truncate text-small text-muted" title={samples.join('\n')}>
          {samples.length === 0 ? 'Empty in the first rows' : <bdi>{samples.join(' · ')}</bdi>}
        </p>
      </div>
      <select
        aria-label="Becomes"
        aria-describedby={id}
        value={role}
        onChange={(event) => importer.chooseRole(column, event.target.value as ColumnRole)}
        className={`${inputClass} min-h-11 sm:min-h-10`}
      >
        {roles.map((name) => (
          <option key={name} value={name}>
            {roleWords[name]}
          </option>
        ))}
      </select>
      {role === 'field' ? (
        <input
          type="text"
          aria-label="Name of the field"
          aria-describedby={id}
          placeholder={column}
          value={field}
          onChange={(event) => importer.rename(column, event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={`${inputClass} min-h-11 sm:min-h-10`}
        />
      ) : (
        <p className="text-small text-muted max-sm:hidden">{meanings[role]}</p>
      )}
    </li>
  );
}

const meanings: Readonly<Record<Exclude<ColumnRole, 'field'>, string>> = {
  date: 'When it was sent',
  origin: 'The website it came from',
  out: 'Not imported',
};
