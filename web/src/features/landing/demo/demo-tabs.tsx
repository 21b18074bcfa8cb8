import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';

interface DemoTab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Two views of one form. Without JavaScript both are shown, one below the other. */
export function DemoTabs({ label, tabs }: { label: string; tabs: readonly DemoTab[] }) {
  const [current, setCurrent] = useState(0);

  function moveWithArrows({ key }: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step === undefined) return;
    const next = (current + step + tabs.length) % tabs.length;
    setCurrent(next);
    document.getElementById(`${tabs[next]?.id}-tab`)?.focus();
  }

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={moveWithArrows}
        className="flex gap-1 border-line border-b noscript:hidden"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${tab.id}-tab`}
            aria-selected={index === current}
            aria-controls={tab.id}
            tabIndex={index === current ? 0 : -1}
            onClick={() => setCurrent(index)}
            className={classNames(
              tabClass,
              index === current ? 'border-accent text-ink' : 'border-transparent text-muted',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          id={tab.id}
          role="tabpanel"
          aria-labelledby={`${tab.id}-tab`}
          className={classNames('pt-5', index !== current && 'hidden noscript:block')}
        >
          {tab.content}
        </div>
      ))}
    </>
  );
}

const tabClass =
  '-mb-px inline-flex min-h-11 items-center border-b-2 px-3 text-small font-medium transition-tint hover:text-ink sm:min-h-9';
