import { styleText } from 'node:util';
import { plainJson, screenText } from '#output/plain-text.ts';

export interface Screen {
  /** Returns false when it wants nothing more until it has drained, as streams do. */
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  once?(event: 'drain', listener: () => void): unknown;
}

/** Where a command writes. What could rewrite a screen is replaced here, so no command has to think of it. */
export interface Output {
  readonly isJson: boolean;
  /** Whether a person reads the result, and no file and no log. */
  readonly isTerminal: boolean;
  /** The result of the command: its value as JSON with `--json`, else its text. */
  result(value: unknown, text: string): void;
  /** One line of a result that arrives in parts: JSON lines with `--json`. Resolves when there is space for more. */
  line(value: unknown, text: string): Promise<void>;
  /** What is happening. It goes to the error output, so that a result can be piped on. */
  note(text: string): void;
}

export function createOutput({ isJson, stdout, stderr }: { isJson: boolean; stdout: Screen; stderr: Screen }): Output {
  return {
    isJson,
    isTerminal: stdout.isTTY === true,
    result: (value, text) => void stdout.write(isJson ? `${plainJson(value, 2)}\n` : `${screenText(text)}\n`),
    line: async (value, text) => {
      const hasSpace = stdout.write(isJson ? `${plainJson(value)}\n` : `${screenText(text)}\n`);
      if (hasSpace === false) await new Promise<void>((done) => stdout.once?.('drain', done));
    },
    note: (text) => void stderr.write(`${screenText(text)}\n`),
  };
}

/** Colours a text where it goes to a terminal that wants colours: `NO_COLOR` and pipes get none. */
export function coloured(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { validateStream: true, stream: process.stdout });
}
