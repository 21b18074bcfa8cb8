import type { ScopeSum } from '@inlet/contracts/scopes';
import { useId } from 'react';
import { scopeNames } from '#features/api-keys/scope-names.ts';

const sums = ['read', 'write'] as const;
const explanations: Record<ScopeSum, string> = {
  read: 'Lists, searches and exports forms and submissions.',
  write: 'Also creates, changes and deletes them.',
};

export function ScopeChoice({ scope, onChange }: { scope: ScopeSum; onChange: (scope: ScopeSum) => void }) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-small font-medium">Scope</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {sums.map((option) => (
          <label
            key={option}
            className="flex gap-3 rounded-medium border border-line-strong bg-surface p-3 transition-tint hover:border-ink has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={`${id}-scope`}
              value={option}
              checked={option === scope}
              onChange={() => onChange(option)}
              aria-label={scopeNames[option]}
              aria-describedby={`${id}-${option}`}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block text-small font-medium">{scopeNames[option]}</span>
              <span id={`${id}-${option}`} className="block text-small text-muted">
                {explanations[option]}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
