import { takesNoAlerts } from '@inlet/contracts/notification-limits';
import { useId } from 'react';
import { inputClass } from '#components/ui/field.tsx';
import { useAlertTargets } from '#features/notifications/api/use-alert-targets.ts';

interface AlertTargetProps {
  readonly formId: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Chooses the integration that gets the alerts too. A form without a fitting one shows nothing. */
export function AlertTarget({ formId, value, onChange }: AlertTargetProps) {
  const id = useId();
  const targets = useAlertTargets(formId).data?.filter(({ kind }) => !takesNoAlerts.includes(kind)) ?? [];
  if (targets.length === 0) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-small font-medium">
        Send alerts also to
      </label>
      <select
        id={id}
        value={value ?? ''}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value || null)}
        className={`${inputClass} min-h-11 sm:min-h-10`}
      >
        <option value="">None</option>
        {targets.map((target) => (
          <option key={target.id} value={target.id}>
            {target.name}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="mt-2 text-small text-muted">
        It also hears when another integration of this form is disabled.
      </p>
    </div>
  );
}
