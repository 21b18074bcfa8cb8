import Plus from 'virtual:lucide/plus';
import X from 'virtual:lucide/x';
import { useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FieldError, inputClass } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { newHeader, type TargetDraft } from '#features/integrations/target-draft.ts';

interface HeaderFieldsProps {
  readonly headers: TargetDraft['headers'];
  /** The names of headers whose values are stored and never shown. */
  readonly storedNames: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (headers: TargetDraft['headers']) => void;
}

export function HeaderFields({ headers, storedNames, error, onChange }: HeaderFieldsProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  function change(changed: TargetDraft['headers'][number]) {
    onChange(headers.map((header) => (header.id === changed.id ? changed : header)));
  }

  function add() {
    onChange([...headers, newHeader()]);
    requestAnimationFrame(() => [...(group.current?.querySelectorAll('input') ?? [])].at(-2)?.focus());
  }

  function remove(removed: string) {
    onChange(headers.filter((header) => header.id !== removed));
    addButton.current?.focus();
  }

  return (
    <fieldset ref={group} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
      <legend className="mb-2 text-small font-medium">Headers</legend>
      <ul className="grid gap-2 empty:hidden">
        {headers.map((header, index) => (
          <li key={header.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[1fr_1fr_auto]">
            <input
              aria-label={`Name of header ${index + 1}`}
              aria-invalid={error ? true : undefined}
              placeholder="Authorization"
              autoComplete="off"
              spellCheck={false}
              value={header.name}
              onChange={(event) => change({ ...header, name: event.target.value })}
              className={`${inputClass} min-h-11 sm:min-h-10`}
            />
            <input
              aria-label={`Value of header ${index + 1}`}
              placeholder={storedNames.includes(header.name) ? 'Stored. Type to replace it.' : 'Value'}
              autoComplete="off"
              spellCheck={false}
              value={header.value}
              onChange={(event) => change({ ...header, value: event.target.value })}
              className={`${inputClass} col-start-1 min-h-11 sm:col-start-auto sm:min-h-10`}
            />
            <IconButton
              icon={X}
              label={`Remove header ${index + 1}`}
              onClick={() => remove(header.id)}
              className="max-sm:col-start-2 max-sm:row-start-1"
            />
          </li>
        ))}
      </ul>
      <Button ref={addButton} onClick={add} className={headers.length > 0 ? 'mt-2' : ''}>
        <Plus aria-hidden size={16} strokeWidth={1.75} />
        Add header
      </Button>
      <p id={`${id}-hint`} className="mt-2 text-small text-muted">
        Sent with each delivery, such as a token of your server. Values are encrypted and never shown again.
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
