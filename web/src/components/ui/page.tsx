import type { ReactNode } from 'react';

/** Names the browser's tab. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Inlet`}</title>;
}

interface PageHeaderProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Stands before the title, as a way back does. */
  readonly above?: ReactNode;
  /** Stands beside the title where there is room, else below. */
  readonly beside?: ReactNode;
}

export function PageHeader({ above, title, beside, children }: PageHeaderProps) {
  return (
    <header className="mb-8">
      {above}
      <div className="flex flex-col gap-x-8 gap-y-4 sm:flex-row sm:items-center sm:justify-between">
        <h1 className="min-w-0 text-title font-semibold text-balance wrap-anywhere">{title}</h1>
        {beside}
      </div>
      {children}
    </header>
  );
}
