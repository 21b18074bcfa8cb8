import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonClass } from '#components/ui/button-class.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Spinner } from '#components/ui/spinner.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  /** Shows a spinner instead of the label, keeps the width, and ignores further presses. */
  readonly isLoading?: boolean;
}

export function Button({ variant = 'secondary', isLoading = false, className, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      onClick={isLoading ? (event) => event.preventDefault() : props.onClick}
      aria-disabled={isLoading || undefined}
      className={classNames(buttonClass(variant), className)}
    >
      <span className={classNames('inline-flex items-center gap-2', isLoading && 'opacity-0')}>{children}</span>
      {isLoading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label="Working" />
        </span>
      )}
    </button>
  );
}
