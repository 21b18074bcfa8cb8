import { type ApiKeyScope, apiKeyScopes, type ScopeSum } from '@inlet/contracts/scopes';
import { useId } from 'react';
import { Choice } from '#components/ui/choice.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { rightNames, scopeNames } from '#features/api-keys/scope-names.ts';

const sums = ['read', 'write'] as const;
const explanations: Record<ScopeSum, string> = {
  read: 'Lists, searches and exports forms and submissions.',
  write: 'Also creates, changes and deletes them.',
};

/** One of the two usual scopes, or single rights. */
export type ChosenScope = ScopeSum | readonly ApiKeyScope[];

interface ScopeChoiceProps {
  readonly scope: ChosenScope;
  readonly error: string | undefined;
  readonly onChange: (scope: ChosenScope) => void;
}

export function ScopeChoice({ scope, error, onChange }: ScopeChoiceProps) {
  const id = useId();
  const rights = typeof scope === 'string' ? null : scope;
  const toggle = (right: ApiKeyScope, isChosen: boolean) =>
    onChange(apiKeyScopes.filter((each) => (each === right ? isChosen : rights?.includes(each))));
  return (
    <fieldset>
      <legend className="mb-2 text-small font-medium">Scope</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {sums.map((option) => (
          <Choice
            key={option}
            type="radio"
            name={`${id}-scope`}
            label={scopeNames[option]}
            hint={explanations[option]}
            isChecked={option === scope}
            onChange={() => onChange(option)}
          />
        ))}
        <Choice
          type="radio"
          name={`${id}-scope`}
          label="Single rights"
          hint="Only what the program needs."
          isChecked={rights !== null}
          onChange={() => onChange([])}
        />
      </div>
      {rights && (
        <div className="mt-2 grid gap-1 pl-1">
          {apiKeyScopes.map((right) => (
            <label key={right} className="flex min-h-9 items-center gap-3 text-small">
              <input
                type="checkbox"
                checked={rights.includes(right)}
                onChange={(event) => toggle(right, event.target.checked)}
                className="size-4 shrink-0 accent-accent"
              />
              {rightNames[right]}
            </label>
          ))}
        </div>
      )}
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}
