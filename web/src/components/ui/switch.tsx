import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface SwitchProps {
  /** Names the current state, so that colour alone does not carry it. */
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The browser's own checkbox as a switch: the switch of a library adds 7 kB to a first visit. */
export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId();

  function onKeyDown(event: KeyboardEvent) {
    // Without this, Enter would submit the form around the switch.
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onChange(!isOn);
  }

  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        id={id}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        onKeyDown={onKeyDown}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={switchClass}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="-my-2.5 block py-2.5 font-medium sm:m-0 sm:p-0">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-small text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

const switchClass =
  'relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-tint before:absolute before:top-1/2 before:left-0.5 before:size-4.5 before:-translate-y-1/2 before:rounded-full before:bg-line-strong before:transition-[translate,background-color] before:duration-150 checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent forced-colors:appearance-auto';
