import { type ReactNode, useEffect, useRef } from 'react';
import { columnsClass } from '#features/submissions/components/submission-row.tsx';

interface GridHeadProps {
  readonly chosen: 'none' | 'some' | 'all';
  readonly onToggleAll: () => void;
}

export function GridHead({ chosen, onToggleAll }: GridHeadProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen === 'some';
  }, [chosen]);
  return (
    <thead className="block">
      <tr aria-rowindex={1} className={`${columnsClass} h-10 items-center border-line border-b`}>
        <Head>
          <input
            ref={box}
            type="checkbox"
            aria-label="Select all that are loaded"
            checked={chosen === 'all'}
            onChange={onToggleAll}
            className="mx-auto block size-4 accent-accent"
          />
        </Head>
        <Head className="max-sm:col-span-2">Received</Head>
        <Head className="max-sm:sr-only">Origin</Head>
        <Head className="max-sm:sr-only">Fields</Head>
        <Head className="sr-only lg:not-sr-only">Content</Head>
      </tr>
    </thead>
  );
}

function Head({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={`text-caption font-medium text-muted ${className}`}>
      {children}
    </th>
  );
}
