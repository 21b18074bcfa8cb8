import type { SearchTerm } from '@inlet/contracts/search-query';
import { createContext, useContext } from 'react';
import { highlight } from '#features/submissions/highlight.ts';

/** The terms of the current search. */
export const SearchTerms = createContext<readonly SearchTerm[]>([]);

/** Longer texts are not highlighted: searching them would block the page. */
const highlightedMax = 50_000;

/** A text with its search matches highlighted. */
export function Highlighted({ text }: { readonly text: string }) {
  const terms = useContext(SearchTerms);
  const ranges = text.length > highlightedMax ? [] : highlight(text, terms);
  if (ranges.length === 0) return text;
  return (
    <>
      {ranges.map(([start, end], n) => (
        <span key={start}>
          {text.slice(ranges[n - 1]?.[1] ?? 0, start)}
          <mark className="rounded-[2px] bg-warning-soft text-ink">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1])}
    </>
  );
}
