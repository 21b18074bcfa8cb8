import { foldText, type SearchTerm } from '@inlet/contracts/search-query';

/** A range of a text: the first character, and the position after the last. */
export type TextRange = readonly [start: number, end: number];

/** The ranges of a text that match a search, in order; they neither touch nor overlap. */
export function highlight(text: string, terms: readonly SearchTerm[]): TextRange[] {
  if (terms.length === 0) return [];
  const { folded, starts } = foldInPlace(text);
  const found = terms.flatMap(({ text: term }) => placesOf(folded, term)).sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [first, end] of found) {
    const from = starts[first] ?? 0;
    const to = endOf(starts, end) ?? text.length;
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** A folded text, and for each of its characters the position of its original. */
function foldInPlace(text: string) {
  let folded = '';
  const starts: number[] = [];
  let place = 0;
  for (const character of text) {
    const part = foldText(character);
    for (let n = 0; n < part.length; n += 1) starts.push(place);
    folded += part;
    place += character.length;
  }
  return { folded, starts };
}

/**
 * The end of the original of the last character before a position: ß is folded to two characters, and is marked whole.
 */
function endOf(starts: readonly number[], place: number): number | undefined {
  let end = place;
  while (starts[end] === starts[place - 1]) end += 1;
  return starts[end];
}

function placesOf(folded: string, term: string): TextRange[] {
  const places: TextRange[] = [];
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
    places.push([at, at + term.length]);
  }
  return places;
}
