import type { FieldRoles } from '@inlet/contracts/field-choice';
import type { Form } from '@inlet/contracts/forms';
import type { FormField } from '@inlet/contracts/inbox-views';
import { classNames } from '#components/ui/class-names.ts';
import { FieldError, inputClass } from '#components/ui/field.tsx';
import { useUpdateRoles } from '#features/submissions/api/use-update-roles.ts';
import { failureMessage } from '#lib/http.ts';

interface ChooseRolesProps {
  readonly form: Form;
  readonly fields: readonly FormField[];
}

const labels: Readonly<Record<keyof FieldRoles, string>> = { name: 'Sender', subject: 'Subject', message: 'Message' };
const roles = Object.keys(labels) as (keyof FieldRoles)[];

/** Chooses the fields for sender, subject and message. A change is saved at once. */
export function ChooseRoles({ form, fields }: ChooseRolesProps) {
  const update = useUpdateRoles(form);
  return (
    <fieldset className="mt-6">
      <legend className="text-small font-medium">Titles, replies and notifications</legend>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        {roles.map((role) => (
          <label key={role} className="min-w-0 text-caption text-muted">
            {labels[role]}
            <select
              value={valueFor(form.fieldRoles[role])}
              onChange={({ target }) => update.mutate({ ...form.fieldRoles, [role]: fieldOf(target.value) })}
              className={classNames(inputClass, 'mt-1 min-h-11 sm:min-h-9')}
            >
              <option value="">Automatic</option>
              {namesFor(form.fieldRoles[role], fields).map((name) => (
                <option key={name} value={valueFor(name)}>
                  {name === '' ? 'No name' : name}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <FieldError>{update.isError ? failureMessage(update.error) : undefined}</FieldError>
    </fieldset>
  );
}

/** Includes a chosen field that no recent submission has. */
function namesFor(chosen: string | null, fields: readonly FormField[]): string[] {
  const names = fields.map(({ name }) => name);
  return chosen === null || names.includes(chosen) ? names : [chosen, ...names];
}

/** A field may have an empty name, which differs from no field. */
function valueFor(name: string | null): string {
  return name === null ? '' : `=${name}`;
}

function fieldOf(value: string): string | null {
  return value === '' ? null : value.slice(1);
}
