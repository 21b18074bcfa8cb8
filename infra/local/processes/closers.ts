export type Closers = { add: (close: () => unknown) => void; closeAll: () => Promise<void> };

/** Collects what was opened, and closes it in the opposite order; one that fails keeps none of the others open. */
export function createClosers(say: (line: string) => void): Closers {
  const closers: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  const closeEach = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) {
      try {
        await close();
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    }
  };
  return {
    add: (close) => closers.push(close),
    closeAll: () => {
      closing ??= closeEach();
      return closing;
    },
  };
}
