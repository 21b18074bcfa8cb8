/** Where a part of a file is: names in maps and positions in lists. */
export type Place = readonly (string | number)[];

/** Reads a place as the API writes it: `fields[3].pattern` or `recipients.0.email`. */
export function readPlace(text: string): Place {
  return text
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A place for people: `rules.fields[3].pattern`. */
export function writePlace(place: Place): string {
  return place
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
}
