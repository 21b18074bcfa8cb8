import { classNames } from '#components/ui/class-names.ts';
import { type DocsSection, excerptOf } from '#features/docs/search/find-sections.ts';

interface SearchResultsProps {
  readonly id: string;
  /** Null while the index is loading. */
  readonly results: readonly DocsSection[] | null;
  readonly query: string;
  readonly active: number;
  readonly optionId: (position: number) => string;
  readonly onChoose: (path: string) => void;
}

export function SearchResults({ id, results, query, active, optionId, onChoose }: SearchResultsProps) {
  return (
    <div className="absolute top-full left-0 z-10 mt-2 w-full overflow-hidden rounded-large border border-line bg-raised shadow-floating lg:w-[26rem]">
      <div id={id} role="listbox" aria-label="Results" className={classNames(results?.length !== 0 && 'p-1.5')}>
        {results?.map(({ path, page, heading, text }, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the search box, which keeps the focus
          <div
            key={path}
            id={optionId(position)}
            role="option"
            tabIndex={-1}
            aria-selected={position === active}
            // A press must not take the focus away before the click chooses.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(path)}
            className="cursor-pointer rounded-medium px-3 py-2 hover:bg-hover aria-selected:bg-hover"
          >
            <div className="text-small font-medium text-ink">
              {heading || page}
              {heading && <span className="font-normal text-muted"> · {page}</span>}
            </div>
            <div className="truncate text-caption text-muted">{excerptOf(text, query)}</div>
          </div>
        ))}
      </div>
      <p role="status" className={classNames('text-small text-muted', results?.length === 0 ? 'px-4 py-3' : 'sr-only')}>
        {results !== null && (results.length === 0 ? `Nothing about “${query.trim()}”` : `${results.length} found`)}
      </p>
    </div>
  );
}
