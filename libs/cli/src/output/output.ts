import { styleText } from 'node:util';

export interface Screen {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

export interface Output {
  readonly isJson: boolean;
  /** Whether a person reads the result, and no file and no log. */
  readonly isTerminal: boolean;
  /** The result of the command: its value as JSON with `--json`, else its text. */
  result(value: unknown, text: string): void;
  /** One line of a result that arrives in parts: JSON lines with `--json`. */
  line(value: unknown, text: string): void;
  /** What is happening. It goes to the error output, so that a result can be piped on. */
  note(text: string): void;
}

export function createOutput({ isJson, stdout, stderr }: { isJson: boolean; stdout: Screen; stderr: Screen }): Output {
  return {
    isJson,
    isTerminal: stdout.isTTY === true,
    result: (value, text) => stdout.write(isJson ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`),
    line: (value, text) => stdout.write(isJson ? `${JSON.stringify(value)}\n` : `${text}\n`),
    note: (text) => stderr.write(`${text}\n`),
  };
}

/** Colours a text where it goes to a terminal that wants colours: `NO_COLOR` and pipes get none. */
export function coloured(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { validateStream: true, stream: process.stdout });
}
