import { type ReactNode, useId } from 'react';
import { Card } from '#components/ui/card.tsx';
import { classNames } from '#components/ui/class-names.ts';

interface PanelProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A card of the dashboard with its heading. */
export function Panel({ title, className, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames('min-w-0', className)}>
      <Card className="p-4 sm:p-5">
        <h2 id={id} className="mb-2 text-heading font-semibold">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}
