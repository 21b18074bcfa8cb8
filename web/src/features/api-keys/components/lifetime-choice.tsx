import { useId } from 'react';
import { inputClass } from '#components/ui/field.tsx';
import { type Lifetime, lifetimes } from '#features/api-keys/lifetimes.ts';

interface LifetimeChoiceProps {
  readonly lifetime: Lifetime;
  readonly onChange: (lifetime: Lifetime) => void;
}

export function LifetimeChoice({ lifetime, onChange }: LifetimeChoiceProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-small font-medium">
        Works for
      </label>
      <select
        id={id}
        value={lifetime}
        onChange={(event) => onChange(event.target.value as Lifetime)}
        className={`${inputClass} min-h-11 sm:min-h-10`}
      >
        {Object.keys(lifetimes).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}
