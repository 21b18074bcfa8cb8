import { type ReactNode, type Ref, useId } from 'react';
import { Card } from '#components/ui/card.tsx';
import { classNames } from '#components/ui/class-names.ts';

interface SectionProps {
  readonly title: string;
  /** Takes the focus when the focused element is gone. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly intro?: ReactNode;
  /** Content beside the title if there is space, otherwise below. */
  readonly action?: ReactNode;
  /** Frames an action that cannot be undone. */
  readonly isDangerous?: boolean;
  readonly children?: ReactNode;
}

/** One subject of a settings page, with its heading. */
export function Section({ title, headingRef, intro, action, isDangerous = false, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className={classNames('p-4 sm:p-6', isDangerous && 'border-danger-line')}>
        <header className="flex flex-col gap-x-6 gap-y-4 sm:flex-row sm:items-center sm:justify-between">
          <div className="min-w-0">
            <h2
              id={id}
              ref={headingRef}
              tabIndex={headingRef ? -1 : undefined}
              className="text-heading font-semibold outline-none"
            >
              {title}
            </h2>
            {intro && <div className="mt-1 text-small text-pretty text-muted wrap-anywhere">{intro}</div>}
          </div>
          {action}
        </header>
        {/* A dialog is rendered elsewhere and leaves nothing here. */}
        <div className="mt-6 empty:hidden">{children}</div>
      </Card>
    </section>
  );
}
