import CircleAlert from 'virtual:lucide/circle-alert';
import Plus from 'virtual:lucide/plus';
import { allowedOriginsMax } from '@inlet/contracts/forms';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { inputClass } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { addOrigin } from '#features/forms/settings/add-origin.ts';
import { OriginList } from '#features/forms/settings/components/origin-list.tsx';

interface AllowedOriginsProps {
  readonly origins: readonly string[];
  readonly onChange: (origins: readonly string[]) => void;
}

/** Each change applies at once; the list itself never contains a half-typed entry. */
export function AllowedOrigins({ origins, onChange }: AllowedOriginsProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<{ readonly text: string; readonly isRefused: boolean } | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const isEmpty = typed.trim() === '';
  const isFull = origins.length >= allowedOriginsMax;

  function add() {
    if (isEmpty) return;
    const result = addOrigin(origins, typed);
    input.current?.focus();
    void hintAt(typed).then(setHint, () => undefined);
    if ('problem' in result) return setProblem({ text: result.problem, isRefused: result.isRefused });
    setProblem(null);
    setTyped('');
    onChange(result.origins);
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter in this field presses its own button, not Save Settings. While an input method composes a word, Enter does
    // neither.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  return (
    <section aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className="text-heading font-semibold">
        Allowed Origins
      </h2>
      <p id={`${id}-hint`} className="mt-1 mb-4 text-small text-muted">
        The websites that may send to this form: an https address, <Code>https://*.example.com</Code> for every
        subdomain, or <Code>localhost:3000</Code> while you develop. This list saves automatically.
      </p>
      {origins.length === 0 && (
        <div className="mb-4">
          <Notice tone="warning">The list is empty, so any website may send to this form.</Notice>
        </div>
      )}
      <OriginList origins={origins} onChange={onChange} onEmptied={() => input.current?.focus()} />
      <label htmlFor={`${id}-input`} className="mb-2 block text-small font-medium">
        Add an origin
      </label>
      <div className="flex flex-col gap-2 sm:flex-row">
        <input
          type="text"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          ref={input}
          id={`${id}-input`}
          aria-invalid={problem?.isRefused || undefined}
          aria-describedby={problem ? `${id}-problem` : `${id}-hint`}
          placeholder="https://example.com or https://*.example.com"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
            setHint(null);
          }}
          onKeyDown={onKeyDown}
          className={`${inputClass} min-h-11 text-ellipsis sm:min-h-10`}
        />
        <Button onClick={add} disabled={isEmpty || isFull} className="sm:min-h-10">
          <Plus aria-hidden size={16} strokeWidth={1.75} />
          Add
        </Button>
      </div>
      {isFull && (
        <p className="mt-2 text-small text-muted">{`A form can have at most ${allowedOriginsMax} origins.`}</p>
      )}
      {problem && (
        <p
          id={`${id}-problem`}
          role={problem.isRefused ? 'alert' : 'status'}
          className={classNames('mt-2 flex gap-2 text-small', problem.isRefused ? 'text-danger' : 'text-muted')}
        >
          <CircleAlert aria-hidden size={14} strokeWidth={2} className="mt-[3px] shrink-0" />
          <span className="min-w-0 wrap-anywhere">{problem.text}</span>
        </p>
      )}
      <p aria-live="polite" className="mt-1 text-small wrap-anywhere text-muted">
        {hint}
      </p>
    </section>
  );
}

/** Loaded on demand: few entries need a hint, and its code is large. */
async function hintAt(typed: string): Promise<string | null> {
  return (await import('#features/forms/origin-hint.ts')).originHint(typed);
}

function Code({ children }: { children: string }) {
  return (
    <code className="rounded-small bg-hover px-1 font-mono text-caption whitespace-nowrap text-ink">{children}</code>
  );
}
