import { useId, useRef } from 'react';
import { Choice } from '#components/ui/choice.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { WhenEditor } from '#features/routing/components/when-editor.tsx';
import { newCondition, whenOf } from '#features/routing/when-draft.ts';
import type { WhenFieldProps } from '#lib/conditions/when-field-props.ts';

/** Always, or only under conditions. */
export function WhenField({ formId, legend, value, onChange, errors, place }: WhenFieldProps) {
  const own = errorsAt(place, errors);
  const name = useId();
  // An owner that tries "Always" finds the conditions again.
  const last = useRef(value);
  if (value !== null) last.current = value;

  return (
    <fieldset>
      <legend className="mb-2 text-small font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Choice
          type="radio"
          name={name}
          label="Always"
          hint="For every submission."
          isChecked={value === null}
          onChange={() => onChange(null)}
        />
        <Choice
          type="radio"
          name={name}
          label="Only when"
          hint="The fields meet conditions."
          isChecked={value !== null}
          onChange={() => onChange(last.current ?? whenOf({ link: 'all', conditions: [newCondition()] }))}
        />
      </div>
      {value !== null && <WhenEditor formId={formId} value={value} onChange={onChange} errors={own} />}
      <FieldError>{own['']}</FieldError>
    </fieldset>
  );
}

/** The messages of the conditions, by their place within them. */
function errorsAt(place: string, errors: WhenFieldProps['errors']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([fault, message]) =>
      fault === place || fault.startsWith(`${place}.`) ? [[fault.slice(place.length + 1), message] as const] : [],
    ),
  );
}
