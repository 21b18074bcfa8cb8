import type { ReactNode } from 'react';

interface LiveProps {
  readonly name: string;
  /**
   * States that `showState` can show instead of the children. An element with `data-text="name"` gets the text of that
   * name.
   */
  readonly states: Readonly<Record<string, ReactNode>>;
  readonly as?: 'div' | 'ul';
  readonly className?: string;
  /** Shown before the state is known, and without JavaScript. */
  readonly children?: ReactNode;
}

/** A part of a public page that waits for the service and changes without React. */
export function Live({ name, states, as: Element = 'div', className, children }: LiveProps) {
  return (
    <Element data-live={name} className={className}>
      {Object.entries(states).map(([state, content]) => (
        <template key={state} data-state={state}>
          {content}
        </template>
      ))}
      {children}
    </Element>
  );
}
