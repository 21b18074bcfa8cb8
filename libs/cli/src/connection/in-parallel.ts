/** Each form takes several calls at once. */
const atOnce = 4;

/** Does something for each entry, for a few at a time. */
export async function inParallel<Entry, Result>(
  entries: readonly Entry[],
  run: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = entries.entries();
  const work = async () => {
    for (const [index, entry] of waiting) results[index] = await run(entry);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
