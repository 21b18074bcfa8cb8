import { useId } from 'react';
import { Choice } from '#components/ui/choice.tsx';
import { inputClass } from '#components/ui/field.tsx';
import { type Seat, useFormNames } from '#features/workspaces/api/use-members.ts';
import { givenBy, roleHints, roleNames, seesAll } from '#features/workspaces/role-names.ts';
import { useUser } from '#lib/services.tsx';

interface SeatFieldsProps {
  readonly seat: Seat;
  readonly onChange: (seat: Seat) => void;
}

/** The role, and the forms for the roles that need not see all. */
export function SeatFields({ seat, onChange }: SeatFieldsProps) {
  const { role } = useUser();
  const id = useId();
  return (
    <>
      <div>
        <label htmlFor={id} className="mb-2 block text-small font-medium">
          Role
        </label>
        <select
          id={id}
          value={seat.role}
          onChange={(event) => onChange({ ...seat, role: event.target.value as Seat['role'] })}
          aria-describedby={`${id}-hint`}
          className={`${inputClass} min-h-11 sm:min-h-10`}
        >
          {givenBy(role).map((given) => (
            <option key={given} value={given}>
              {roleNames[given]}
            </option>
          ))}
        </select>
        <p id={`${id}-hint`} className="mt-2 text-small text-muted">
          {roleHints[seat.role]}
        </p>
      </div>
      {!seesAll(seat.role) && <FormsChoice seat={seat} onChange={onChange} />}
    </>
  );
}

function FormsChoice({ seat, onChange }: SeatFieldsProps) {
  const forms = useFormNames().data;
  const name = useId();
  const toggle = (id: string, isChosen: boolean) =>
    onChange({ ...seat, formIds: isChosen ? [...seat.formIds, id] : seat.formIds.filter((each) => each !== id) });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small font-medium">Forms</legend>
      <Choice
        type="radio"
        name={name}
        label="All forms"
        isChecked={seat.allForms}
        onChange={() => onChange({ ...seat, allForms: true })}
      />
      <Choice
        type="radio"
        name={name}
        label="Only some forms"
        isChecked={!seat.allForms}
        onChange={() => onChange({ ...seat, allForms: false })}
      />
      {!seat.allForms && (
        <div className="grid max-h-60 gap-1 overflow-y-auto pl-1">
          {forms?.map((form) => (
            <label key={form.id} className="flex min-h-9 items-center gap-3 text-small">
              <input
                type="checkbox"
                checked={seat.formIds.includes(form.id)}
                onChange={(event) => toggle(form.id, event.target.checked)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 wrap-anywhere">{form.name}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
