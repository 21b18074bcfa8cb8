/** Looks something up at most once in a while, for everybody who asks meanwhile. */
export function memoizeFor<T>(ttlMs: number, read: () => Promise<T>): () => Promise<T> {
  let shared: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  return () => {
    if (!shared || performance.now() >= shared.untilMs) {
      shared = { value: read(), untilMs: performance.now() + ttlMs };
    }
    return shared.value;
  };
}
