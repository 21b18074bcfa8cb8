import type { SearchTerm } from '@inlet/contracts/search-query';
import { highlight } from '#features/submissions/highlight.ts';

interface HighlightedProps {
  readonly text: string;
  readonly terms: readonly SearchTerm[];
}

/** A text in which the parts are marked that a search has found. */
export function Highlighted({ text, terms }: HighlightedProps) {
  const ranges = highlight(text, terms);
  if (ranges.length === 0) return text;
  return (
    <>
      {ranges.map(([start, end], n) => (
        <span key={start}>
          {text.slice(ranges[n - 1]?.[1] ?? 0, start)}
          <mark className="rounded-[2px] bg-accent-soft text-inherit">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1])}
    </>
  );
}
