import type { ReactNode } from 'react';
import type { Icon } from '#components/ui/icon.tsx';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** `page` if it is the only content, `section` below another heading. */
  readonly level?: 'page' | 'section';
}

export function EmptyState({ icon: Icon, title, children, action, level = 'section' }: EmptyStateProps) {
  const Heading = level === 'page' ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-large border border-line bg-surface text-muted shadow-raised">
        <Icon aria-hidden size={20} strokeWidth={1.75} />
      </span>
      <Heading className="text-heading font-semibold">{title}</Heading>
      {children && <p className="mt-1 max-w-[44ch] text-balance text-muted">{children}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
