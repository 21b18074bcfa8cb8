import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';

export function Badge({ tone, children }: { tone: 'success' | 'neutral'; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 rounded-full px-2 py-0.5 text-caption font-medium',
        tone === 'success' ? 'bg-success-soft text-success' : 'bg-hover text-muted',
      )}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  );
}
