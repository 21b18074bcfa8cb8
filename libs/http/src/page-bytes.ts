/** The size of JSON at which a page of a list ends early: some two thousand small rows, or two of the largest. */
export const pageBytes = 2_000_000;

/** Returns the items that fit in a page: at least one, or the list could not continue. */
export function fitInPage<Item>(items: readonly Item[]): Item[] {
  let bytes = 0;
  return items.filter((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index === 0 || bytes <= pageBytes;
  });
}
