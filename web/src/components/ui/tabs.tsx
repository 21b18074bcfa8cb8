import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** The tab that a key leads to among `count` tabs, with wrap-around; null for other keys. */
const moves: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * Several views of one subject, one at a time. The tabs are one stop for the keyboard; arrow keys move between them.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState(tabs[0]?.value);

  function move(event: KeyboardEvent) {
    const to = moves[event.key]?.(
      tabs.findIndex(({ value }) => value === selected),
      tabs.length,
    );
    if (to === undefined) return;
    event.preventDefault();
    setSelected(tabs[to]?.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-line border-b"
      >
        {tabs.map(({ value, label: name }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}-tab`}
            aria-selected={value === selected}
            aria-controls={`${id}-${value}`}
            tabIndex={value === selected ? 0 : -1}
            onClick={() => setSelected(value)}
            className={tabClass}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ value, content }) => (
        <div
          key={value}
          role="tabpanel"
          id={`${id}-${value}`}
          aria-labelledby={`${id}-${value}-tab`}
          hidden={value !== selected}
          className="pt-3"
        >
          {value === selected && content}
        </div>
      ))}
    </div>
  );
}

const tabClass =
  '-mb-px inline-flex min-h-11 shrink-0 items-center border-b-2 border-transparent px-3 text-small font-medium text-muted transition-tint hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink sm:min-h-9';
