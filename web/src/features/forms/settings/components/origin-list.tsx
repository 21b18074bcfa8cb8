import X from 'virtual:lucide/x';
import { useEffect, useRef } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';

interface OriginListProps {
  readonly origins: readonly string[];
  readonly onChange: (origins: readonly string[]) => void;
  /** Called when the last entry is gone, to move the focus elsewhere. */
  readonly onEmptied: () => void;
}

export function OriginList({ origins, onChange, onEmptied }: OriginListProps) {
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an entry has gone
  useEffect(() => {
    if (focusNext.current === null) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const next = buttons[Math.min(focusNext.current, buttons.length - 1)];
    focusNext.current = null;
    if (next) next.focus();
    else onEmptied();
  }, [origins]);

  function remove(index: number) {
    focusNext.current = index;
    onChange(origins.filter((_, position) => position !== index));
  }

  if (origins.length === 0) return null;
  return (
    <ul ref={list} aria-label="Allowed origins" className="mb-6 divide-y divide-line rounded-medium border border-line">
      {origins.map((origin, index) => (
        <li key={origin} className="flex items-center gap-2 pl-3">
          <span className="min-w-0 grow py-2 font-mono text-caption wrap-anywhere">{origin}</span>
          <IconButton icon={X} label={`Remove ${origin}`} onClick={() => remove(index)} />
        </li>
      ))}
    </ul>
  );
}
