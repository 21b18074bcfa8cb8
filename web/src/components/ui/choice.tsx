import { type ReactNode, useId } from 'react';

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  /** Groups radio buttons. */
  readonly name?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly isInvalid?: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** One of several options, with a sentence that explains it. */
export function Choice({ type, name, label, hint, isChecked, isInvalid = false, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <label className="flex gap-3 rounded-medium border border-line-strong bg-surface p-3 transition-tint hover:border-ink has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type={type}
        name={name}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        aria-label={label}
        aria-describedby={hint ? id : undefined}
        aria-invalid={isInvalid || undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0">
        <span className="block text-small font-medium">{label}</span>
        {hint && (
          <span id={id} className="block text-small text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
