import { type ReactNode, useId, useMemo } from 'react';
import { inputClass } from '#components/ui/field.tsx';
import { actionGroups } from '#features/activity/action-choices.ts';
import type { ActivityFilter as Filter } from '#features/activity/api/use-activity.ts';
import { useActors } from '#features/activity/api/use-actors.ts';

interface ActivityFilterProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
}

/** Chooses events by their author and by their kind. */
export function ActivityFilter({ filter, onChange }: ActivityFilterProps) {
  const { emails, keyNames } = useActors().data ?? { emails: [], keyNames: [] };
  const groups = useMemo(actionGroups, []);
  const offered = [...emails, ...keyNames.map(keyValue), 'system'];
  return (
    <div className="mb-6 grid gap-4 sm:grid-cols-2">
      <Select label="Author" value={filter.actor} onChange={(actor) => onChange({ actor })}>
        <option value="">Everybody</option>
        {/* An address may name somebody who is no member any more. */}
        {filter.actor !== '' && !offered.includes(filter.actor) && <option>{filter.actor}</option>}
        {emails.map((email) => (
          <option key={email}>{email}</option>
        ))}
        {keyNames.map((name) => (
          <option key={name} value={keyValue(name)}>{`API key “${name}”`}</option>
        ))}
        <option value="system">Inlet</option>
      </Select>
      <Select label="Action" value={filter.action} onChange={(action) => onChange({ action })}>
        <option value="">All actions</option>
        {groups.map(({ label, actions }) => (
          <optgroup key={label} label={label}>
            {actions.map((action) => (
              <option key={action.value} value={action.value}>
                {action.label}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </div>
  );
}

/** The author of an event as the service names a key. */
function keyValue(name: string): string {
  return `key: ${name}`;
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Select({ label, value, onChange, children }: SelectProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-2 block text-small font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${inputClass} min-h-11 truncate sm:min-h-10`}
      >
        {children}
      </select>
    </div>
  );
}
