const showEveryMs = 100;

export interface Progress {
  /** Replaces the line. */
  readonly show: (text: string) => void;
  /** Removes the line. */
  readonly end: () => void;
}

/** A line on the error output that shows how far long work is; nothing where no person looks at a terminal. */
export function startProgress(screen: NodeJS.WriteStream = process.stderr): Progress {
  if (!screen.isTTY) return { show: () => undefined, end: () => undefined };
  let shownMs = 0;
  const clear = () => screen.write('\r\u001b[K');
  return {
    show: (text) => {
      if (performance.now() - shownMs < showEveryMs) return;
      shownMs = performance.now();
      clear();
      screen.write(text.slice(0, screen.columns - 1));
    },
    end: clear,
  };
}
