/** The result of a step in a storage that browsers may refuse; undefined if they do. */
export function attempt<Result>(step: () => Result): Result | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}
