import { type RefObject, useEffect, useRef, useState } from 'react';
import { inputClass } from '#components/ui/field.tsx';
import { SearchIcon } from '#components/ui/search-icon.tsx';
import { searchMaxLength } from '#features/submissions/filter.ts';

interface SearchSubmissionsProps {
  readonly value: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onSearch: (text: string) => void;
}

/** Shorter than a pause between two words, longer than a pause between two letters. */
const typingPauseMs = 250;

/** Searches when the typing pauses. Esc clears the search, and then removes the focus. */
export function SearchSubmissions({ value, input, onSearch }: SearchSubmissionsProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The address has changed in another way, such as by "back".
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);

  function search(next: string): void {
    clearTimeout(timer.current);
    sent.current = next.trim();
    onSearch(next.trim());
  }

  function change(next: string): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), typingPauseMs);
  }

  return (
    <div className="relative">
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label="Search submissions"
        placeholder="Search, or field:value"
        maxLength={searchMaxLength}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text);
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (text === '') event.currentTarget.blur();
          setText('');
          search('');
        }}
        className={`${inputClass} min-h-10 pl-9 max-md:pr-50 max-sm:pr-30 sm:min-h-8 sm:text-small`}
      />
    </div>
  );
}
