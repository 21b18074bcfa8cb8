import type { ReactNode } from 'react';

/** Names the browser's tab. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Inlet`}</title>;
}

/** The width of a page, for the parts of a page that uses the whole window: their left edges are aligned. */
export const columnClass = 'mx-auto w-full max-w-[69rem]';

interface PageHeaderProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Content before the title, such as a back link. */
  readonly above?: ReactNode;
  /** Content beside the title if there is space, otherwise below. */
  readonly beside?: ReactNode;
  /** One button, which fits beside the title on every screen. */
  readonly action?: ReactNode;
}

export function PageHeader({ above, title, beside, action, children }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {above}
      <div className={action ? rowClass : `${rowClass} max-sm:flex-col max-sm:items-stretch`}>
        <h1 className="min-w-0 text-title font-semibold text-balance wrap-anywhere">{title}</h1>
        {beside}
        {action}
      </div>
      {children}
    </header>
  );
}

const rowClass = 'flex items-center justify-between gap-x-4 gap-y-4 sm:gap-x-8';
