import CircleAlert from 'virtual:lucide/circle-alert';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#components/ui/class-names.ts';

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface TextFieldProps extends FieldProps, ComponentProps<'input'> {
  /** A button at the end of the input, within its frame. */
  readonly beside?: ReactNode;
}

export function TextField({ label, hint, error, beside, ...props }: TextFieldProps) {
  const ids = useFieldIds(hint, error);
  return (
    <Field label={label} hint={hint} error={error} ids={ids}>
      <div className="relative">
        <input
          type="text"
          {...props}
          id={ids.control}
          {...ids.described}
          className={classNames(inputClass, 'min-h-11 sm:min-h-10', beside !== undefined && 'pr-16')}
        />
        {beside}
      </div>
    </Field>
  );
}

export function TextArea({ label, hint, error, ...props }: FieldProps & ComponentProps<'textarea'>) {
  const ids = useFieldIds(hint, error);
  return (
    <Field label={label} hint={hint} error={error} ids={ids}>
      <textarea rows={3} {...props} id={ids.control} {...ids.described} className={classNames(inputClass, 'py-2')} />
    </Field>
  );
}

/** The message below an invalid control. It is a live region, so screen readers announce it. */
export function FieldError({ id, children }: { id?: string; children: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className={classNames('text-small text-danger', children && 'mt-2')}>
      {children && (
        <span className="flex gap-2">
          <CircleAlert aria-hidden size={14} strokeWidth={2} className="mt-[3px] shrink-0" />
          {children}
        </span>
      )}
    </p>
  );
}

// The text has 16 px on small screens: with less, phones zoom the page when an input takes the focus.
export const inputClass =
  'block w-full min-w-0 rounded-medium border border-line-strong bg-surface px-3 text-[1rem] text-ink placeholder:text-muted transition-tint hover:border-ink focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:outline-danger sm:text-body';

type FieldIds = ReturnType<typeof useFieldIds>;

function Field({ label, hint, error, ids, children }: FieldProps & { ids: FieldIds; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={ids.control} className="mb-2 block text-small font-medium">
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hint} className="mt-2 text-small text-muted">
          {hint}
        </p>
      )}
      <FieldError id={ids.error}>{error}</FieldError>
    </div>
  );
}

function useFieldIds(hint: ReactNode, error: string | undefined) {
  const control = useId();
  const ids = { control, hint: `${control}-hint`, error: `${control}-error` };
  const describedBy = [hint && ids.hint, error && ids.error].filter(Boolean).join(' ');
  const described = { 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined };
  return { ...ids, described };
}
