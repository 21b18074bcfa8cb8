import Plus from 'virtual:lucide/plus';
import type { When } from '@inlet/contracts/routing/conditions';
import { useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { inputClass } from '#components/ui/field.tsx';
import { useConditionFields } from '#features/routing/api/use-condition-fields.ts';
import { ConditionRow } from '#features/routing/components/condition-row.tsx';
import { TryConditions } from '#features/routing/components/try-conditions.tsx';
import { draftOf, isComplete, newCondition, type WhenDraft, whenOf } from '#features/routing/when-draft.ts';
import type { WhenFieldProps } from '#lib/conditions/when-field-props.ts';
import { whenWords } from '#lib/conditions/when-words.tsx';

interface WhenEditorProps extends Pick<WhenFieldProps, 'formId' | 'errors'> {
  readonly value: When;
  readonly onChange: (value: When) => void;
}

/** As the service allows. */
const conditionsMax = 20;

/** Edits conditions, says them as a sentence, and tries them on what came in. */
export function WhenEditor({ formId, value, onChange, errors }: WhenEditorProps) {
  const fields = useConditionFields(formId);
  const [draft, setDraft] = useState(() => draftOf(value));
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const fieldsId = useId();
  const { link, conditions } = draft;
  const labels = new Map(fields.flatMap(({ name, label }) => (label ? [[name, label] as const] : [])));

  function change(next: WhenDraft) {
    setDraft(next);
    onChange(whenOf(next));
  }

  function add() {
    change({ ...draft, conditions: [...conditions, newCondition()] });
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus());
  }

  function remove(id: string) {
    change({ ...draft, conditions: conditions.filter((each) => each.id !== id) });
    addButton.current?.focus();
  }

  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      {conditions.length > 1 && (
        <label className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small">
          <span>When</span>
          <select
            value={link}
            onChange={(event) => change({ ...draft, link: event.target.value as WhenDraft['link'] })}
            aria-label="How many of the conditions"
            className={`${inputClass} min-h-11 max-w-52 sm:min-h-10`}
          >
            <option value="all">all of these hold</option>
            <option value="any">any of these holds</option>
          </select>
        </label>
      )}
      <datalist id={fieldsId}>
        {fields.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </datalist>
      <ul ref={list} aria-label="Conditions" className="grid gap-3">
        {conditions.map((condition, index) => (
          <ConditionRow
            key={condition.id}
            condition={condition}
            number={index + 1}
            fieldsId={fieldsId}
            canRemove={conditions.length > 1}
            errors={{ field: errors[`${link}.${index}.field`], value: errors[`${link}.${index}.value`] }}
            onChange={(part) =>
              change({
                ...draft,
                conditions: conditions.map((each) => (each === condition ? { ...each, ...part } : each)),
              })
            }
            onRemove={() => remove(condition.id)}
          />
        ))}
      </ul>
      <div>
        <Button ref={addButton} onClick={add} disabled={conditions.length >= conditionsMax}>
          <Plus aria-hidden size={16} strokeWidth={1.75} />
          Add condition
        </Button>
      </div>
      {conditions.every(isComplete) && (
        <p className="text-small text-pretty wrap-anywhere">
          <span className="font-medium">{whenWords(value, labels)}.</span>{' '}
          <span className="text-muted">Capital letters and accents make no difference, except to a pattern.</span>
        </p>
      )}
      <TryConditions formId={formId} when={value} labels={labels} />
    </div>
  );
}
