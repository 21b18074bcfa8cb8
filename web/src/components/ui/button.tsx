import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '#components/ui/class-names.ts';
import { Spinner } from '#components/ui/spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  /** Shows a spinner in place of the label, keeps the width, and ignores further presses. */
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

interface ButtonLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly variant?: ButtonVariant;
  readonly children: ReactNode;
}

/** A link that looks like a button: it goes somewhere, so it stays a link. */
export function ButtonLink({ to, variant = 'secondary', className, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={classNames(buttonClass(variant), 'gap-2', className)}>
      {children}
    </Link>
  );
}

const baseClass =
  'relative inline-flex min-h-11 shrink-0 items-center justify-center rounded-medium px-4 text-small font-medium whitespace-nowrap select-none transition-tint sm:min-h-9 disabled:cursor-not-allowed disabled:opacity-50';

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-raised not-disabled:hover:bg-accent-hover',
  secondary: 'border border-line bg-surface text-ink shadow-raised not-disabled:hover:bg-hover',
  quiet: 'text-muted not-disabled:hover:bg-hover not-disabled:hover:text-ink',
};

function buttonClass(variant: ButtonVariant): string {
  return `${baseClass} ${variantClasses[variant]}`;
}
