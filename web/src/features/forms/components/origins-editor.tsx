import Plus from 'virtual:lucide/plus';
import X from 'virtual:lucide/x';
import { allowedOriginsMax } from '@inlet/contracts/forms';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FieldError, inputClass } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { isBadOrigin } from '#features/forms/form-draft.ts';
import { originHint } from '#features/forms/origin-hint.ts';
import { cutToOrigin } from '#features/forms/origin-input.ts';

interface OriginsEditorProps {
  readonly origins: readonly string[];
  readonly onChange: (origins: readonly string[]) => void;
  readonly error: string | undefined;
}

export function OriginsEditor({ origins, onChange, error }: OriginsEditorProps) {
  const id = useId();
  const { list, focusNext } = useFocusAfterChange(origins.length);

  /** The entry is not normalized while it is typed: text after the first slash would become part of the host. */
  function leave(index: number) {
    const [typed = '', origin] = [origins[index], cutToOrigin(origins[index] ?? '')];
    if (origin !== typed) onChange(origins.with(index, origin));
  }

  function add() {
    onChange([...origins, '']);
    focusNext(origins.length);
  }

  function remove(index: number) {
    onChange(origins.filter((_, position) => position !== index));
    focusNext(Math.max(0, index - 1));
  }

  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="text-small font-medium">Allowed origins</legend>
      <p id={`${id}-hint`} className="mt-1 mb-3 text-small text-muted">
        The websites that may send to this form. Use <Code>https://*.example.com</Code> for every subdomain, and{' '}
        <Code>localhost:3000</Code> while you develop.
      </p>
      <ul ref={list} className="grid gap-2">
        {origins.map((origin, index) => (
          // Entries have no identity but their place, and every input is controlled.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="flex flex-wrap gap-1">
            <input
              type="text"
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              aria-label={`Origin ${index + 1}`}
              aria-invalid={isMarked(origin, index, error) || undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              placeholder="https://example.com"
              value={origin}
              onChange={(event) => onChange(origins.with(index, event.target.value))}
              onBlur={() => leave(index)}
              className={`${inputClass} min-h-11 flex-1 sm:min-h-10`}
            />
            {origins.length > 1 && (
              <IconButton
                icon={X}
                label={`Remove origin ${index + 1}`}
                onClick={() => remove(index)}
                className="sm:size-10"
              />
            )}
            {(isMarked(origin, index, error) || !isBadOrigin(origin)) && <OriginHint>{originHint(origin)}</OriginHint>}
          </li>
        ))}
      </ul>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {origins.length < allowedOriginsMax && (
        <Button variant="quiet" onClick={add} className="mt-2 -ml-3 px-3">
          <Plus aria-hidden size={16} strokeWidth={1.75} />
          Add origin
        </Button>
      )}
    </fieldset>
  );
}

/** After a failed check the invalid entries are marked, or the first entry if all are blank. */
function isMarked(origin: string, index: number, error: string | undefined): boolean {
  return error !== undefined && (isBadOrigin(origin) || (index === 0 && origin.trim() === ''));
}

/** An added entry takes the focus; a removed entry passes it to its neighbour, so that it is not lost. */
function useFocusAfterChange(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const next = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the number of entries has changed
  useEffect(() => {
    if (next.current === null) return;
    list.current?.querySelectorAll('input')[next.current]?.focus();
    next.current = null;
  }, [count]);
  return {
    list,
    focusNext: (index: number) => {
      next.current = index;
    },
  };
}

/** The hint appears with the message or while an entry is typed, but not on the way to a button, which would move. */
function OriginHint({ children }: { children: string | null }) {
  return children && <p className="basis-full text-small wrap-anywhere text-muted">{children}</p>;
}

function Code({ children }: { children: string }) {
  return (
    <code className="rounded-small bg-hover px-1 font-mono text-caption whitespace-nowrap text-ink">{children}</code>
  );
}
