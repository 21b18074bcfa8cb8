import X from 'virtual:lucide/x';
import { type ConditionOp, conditionOps } from '@inlet/contracts/routing/condition-words';
import { useId } from 'react';
import { FieldError, inputClass } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { type ConditionDraft, opChoices } from '#features/routing/when-draft.ts';

interface ConditionRowProps {
  readonly condition: ConditionDraft;
  /** Its number in the list, for the names of its inputs. */
  readonly number: number;
  /** The list of known fields. */
  readonly fieldsId: string;
  readonly canRemove: boolean;
  readonly errors: { readonly field: string | undefined; readonly value: string | undefined };
  readonly onChange: (part: Partial<ConditionDraft>) => void;
  readonly onRemove: () => void;
}

/** A condition in one line; on phones each part has a line. */
export function ConditionRow(props: ConditionRowProps) {
  const { condition, number, fieldsId, canRemove, errors, onChange, onRemove } = props;
  const { field, op, value } = condition;
  const errorId = useId();
  const error = errors.field ?? errors.value;
  return (
    <li>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_10.5rem_minmax(0,1fr)_auto]">
        <input
          type="text"
          list={fieldsId}
          aria-label={`Field of condition ${number}`}
          placeholder="Field, such as topic"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          aria-invalid={errors.field ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={field}
          onChange={(event) => onChange({ field: event.target.value })}
          className={`${inputClass} ${controlClass}`}
        />
        <select
          aria-label={`Comparison of condition ${number}`}
          value={op}
          onChange={(event) => onChange({ op: event.target.value as ConditionOp })}
          className={`${inputClass} ${controlClass} max-sm:col-start-1`}
        >
          {opChoices.map((choice) => (
            <option key={choice.op} value={choice.op}>
              {choice.label}
            </option>
          ))}
        </select>
        {conditionOps[op].takesValue && (
          <input
            type="text"
            aria-label={`Value of condition ${number}`}
            placeholder={placeholders[op] ?? 'Value'}
            autoCapitalize="none"
            autoComplete="off"
            maxLength={1_000}
            aria-invalid={errors.value ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            value={value}
            onChange={(event) => onChange({ value: event.target.value })}
            className={`${inputClass} ${controlClass} max-sm:col-start-1`}
          />
        )}
        {canRemove && (
          <IconButton
            icon={X}
            label={`Remove condition ${number}`}
            onClick={onRemove}
            className="max-sm:col-start-2 max-sm:row-start-1 sm:col-start-4"
          />
        )}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </li>
  );
}

const controlClass = 'min-h-11 sm:min-h-10';
const placeholders: Partial<Record<ConditionOp, string>> = {
  matches: 'Pattern, such as [A-Z]{2}\\d+',
  greater: '10, or 2026-01-31',
  less: '10, or 2026-01-31',
};
