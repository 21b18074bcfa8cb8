import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';

type BadgeTone = 'success' | 'neutral' | 'accent' | 'warning' | 'danger';

const toneClasses: Record<BadgeTone, string> = {
  success: 'bg-success-soft text-success',
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

/** A state with a dot in its colour; `accent` has no dot. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 rounded-full px-2 py-0.5 text-caption font-medium',
        toneClasses[tone],
      )}
    >
      {tone !== 'accent' && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}
