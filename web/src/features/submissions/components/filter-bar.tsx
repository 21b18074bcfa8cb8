import SlidersHorizontal from 'virtual:lucide/sliders-horizontal';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { inputClass } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { SearchSubmissions } from '#features/submissions/components/search-submissions.tsx';
import { type Filter, isFiltered, noFilter, unknownOrigin } from '#features/submissions/filter.ts';
import type { useFilter } from '#features/submissions/use-filter.ts';

interface FilterBarProps {
  readonly filter: Filter;
  readonly origins: readonly string[];
  readonly onChange: ReturnType<typeof useFilter>['changeFilter'];
  readonly search: RefObject<HTMLInputElement | null>;
}

export function FilterBar({ filter, origins, onChange, search }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const fields = useId();
  const offered = filter.origin === '' || origins.includes(filter.origin) ? origins : [filter.origin, ...origins];
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      <div className="min-w-0 grow basis-48">
        <SearchSubmissions value={filter.q} input={search} onSearch={(q) => onChange({ q }, { replace: true })} />
      </div>
      <IconButton
        icon={SlidersHorizontal}
        label="Filters"
        aria-expanded={isOpen}
        aria-controls={fields}
        onClick={() => setIsOpen(!isOpen)}
        className="lg:hidden"
      />
      <div
        id={fields}
        className={`${isOpen ? 'grid' : 'hidden'} w-full grid-cols-1 gap-2 sm:grid-cols-[1fr_1fr_1fr_auto] lg:flex lg:w-auto lg:items-center`}
      >
        <Labelled label="Origin">
          <select
            aria-label="Origin"
            value={filter.origin}
            onChange={(event) => onChange({ origin: event.target.value })}
            className={`${controlClass} lg:w-44`}
          >
            <option value="">Any origin</option>
            {offered
              .filter((origin) => origin !== unknownOrigin)
              .map((origin) => (
                <option key={origin}>{origin}</option>
              ))}
            <option value={unknownOrigin}>Unknown</option>
          </select>
        </Labelled>
        <Labelled label="From">
          <input
            type="date"
            aria-label="Received from"
            value={filter.from}
            max={filter.to || undefined}
            onChange={(event) => onChange({ from: event.target.value })}
            className={dateClass(filter.from)}
          />
        </Labelled>
        <Labelled label="To">
          <input
            type="date"
            aria-label="Received up to"
            value={filter.to}
            min={filter.from || undefined}
            onChange={(event) => onChange({ to: event.target.value })}
            className={dateClass(filter.to)}
          />
        </Labelled>
        <Button variant="quiet" disabled={!isFiltered(filter)} onClick={() => onChange(noFilter)}>
          Clear
        </Button>
      </div>
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="w-10 shrink-0 text-caption text-muted lg:w-auto">
        {label}
      </span>
      {children}
    </div>
  );
}

/** Without a day, browsers show the format of dates, which is not a value. */
function dateClass(value: string): string {
  return value === '' ? `${controlClass} not-focus:text-muted` : controlClass;
}

const controlClass = `${inputClass} min-h-11 sm:min-h-9`;
