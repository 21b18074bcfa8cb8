export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** The classes of buttons, and of links that look like one. */
export function buttonClass(variant: ButtonVariant): string {
  return `${baseClass} ${variantClasses[variant]}`;
}

const baseClass =
  'relative inline-flex min-h-11 shrink-0 items-center justify-center rounded-medium px-4 text-small font-medium whitespace-nowrap select-none transition-tint sm:min-h-9 disabled:cursor-not-allowed disabled:opacity-50';

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-raised not-disabled:hover:bg-accent-hover',
  secondary: 'border border-line bg-surface text-ink shadow-raised not-disabled:hover:bg-hover',
  danger: 'border border-danger-line bg-danger-soft text-danger not-disabled:hover:border-danger',
  quiet: 'text-muted not-disabled:hover:bg-hover not-disabled:hover:text-ink',
};
