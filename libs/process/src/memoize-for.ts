/** Shares the result of an asynchronous read for some time. */
export function memoizeFor<T>(ttlMs: number, read: () => Promise<T>): () => Promise<T> {
  let shared: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  return () => {
    if (!shared || performance.now() >= shared.untilMs) {
      shared = { value: read(), untilMs: performance.now() + ttlMs };
    }
    return shared.value;
  };
}
