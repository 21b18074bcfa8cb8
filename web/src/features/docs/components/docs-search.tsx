import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { inputClass } from '#components/ui/field.tsx';
import { SearchIcon } from '#components/ui/search-icon.tsx';
import { SearchResults } from '#features/docs/components/search-results.tsx';
import { findSections } from '#features/docs/search/find-sections.ts';
import { useSearchIndex } from '#features/docs/search/use-search-index.ts';

/**
 * A search box with results that the arrow keys move through. `followSlashKey` focuses it from anywhere on the page.
 */
export function DocsSearch() {
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const { index, load } = useSearchIndex();
  const [query, setQuery] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);

  // The visitor may have typed before React started: the input already has the focus and the text.
  useEffect(() => {
    if (inputRef.current === document.activeElement) load();
    setQuery(inputRef.current?.value ?? '');
    setIsOpen(true);
  }, [load]);

  const results = findSections(index ?? [], query);
  const isShown = isOpen && query.trim() !== '';
  const optionId = (position: number) => `${listId}-${position}`;

  function choose(path: string) {
    setIsOpen(false);
    setQuery('');
    inputRef.current?.blur();
    window.location.assign(path);
  }

  function followKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = results[active];
    if (step !== undefined && results.length > 0) setActive((active + step + results.length) % results.length);
    else if (event.key === 'Enter' && chosen) choose(chosen.path);
    else if (event.key === 'Escape' && isShown) setIsOpen(false);
    else return;
    event.preventDefault();
  }

  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
  }

  return (
    <search className="relative block" onBlur={closeWhenLeft}>
      <SearchIcon />
      <input
        ref={inputRef}
        type="search"
        data-slash
        role="combobox"
        aria-label="Search the documentation"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && results.length > 0 ? optionId(active) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Search"
        value={query}
        onFocus={load}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
          setIsOpen(true);
        }}
        onKeyDown={followKey}
        className={`${inputClass} min-h-11 pr-9 pl-9 sm:min-h-10`}
      />
      {query === '' && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-small border border-line px-1.5 font-mono text-caption text-muted lg:block"
        >
          /
        </kbd>
      )}
      {isShown && (
        <SearchResults
          id={listId}
          results={index === null ? null : results}
          query={query}
          active={active}
          optionId={optionId}
          onChoose={choose}
        />
      )}
    </search>
  );
}
