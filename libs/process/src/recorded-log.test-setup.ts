import { createLogger, type Logger } from '#logger.ts';

export interface LogLine {
  readonly msg: string;
  readonly level: number;
  readonly [field: string]: unknown;
}

/** A logger of every level, and the lines that it has written. */
export function recordLog(): { readonly logger: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const logger = createLogger(
    { service: 'test', level: 'trace' },
    {
      write: (line) => {
        lines.push(JSON.parse(line));
      },
    },
  );
  return { logger, lines };
}
