import { plainLine } from '#output/plain-text.ts';

const showEveryMs = 100;

type ProgressScreen = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): unknown };

export interface Progress {
  /** Replaces the line. */
  readonly show: (text: string) => void;
  /** Removes the line. */
  readonly end: () => void;
}

/** A line on the error output that shows how far long work is; nothing where no person looks at a terminal. */
export function startProgress(screen: ProgressScreen = process.stderr): Progress {
  if (!screen.isTTY) return { show: () => undefined, end: () => undefined };
  let shownMs = 0;
  const clear = () => screen.write('\r\u001b[K');
  return {
    show: (text) => {
      if (performance.now() - shownMs < showEveryMs) return;
      shownMs = performance.now();
      clear();
      screen.write(plainLine(text).slice(0, screen.columns - 1));
    },
    end: clear,
  };
}

const barWidth = 24;

/** A bar for a share from 0 to 1, such as `[=====>      ]`. */
export function progressBar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
  const done = filled === 0 ? '' : `${'='.repeat(filled - 1)}>`;
  return `[${done.padEnd(barWidth)}]`;
}
