import { Command } from 'commander';
import type { CliConfig } from '#config.ts';
import { type Connection, connect } from '#connection/connection.ts';
import type { ExitCode } from '#exit-codes.ts';
import { confirm } from '#output/confirm.ts';
import { createOutput, type Output } from '#output/output.ts';

/** Options of every command. */
export interface CommonOptions {
  readonly json?: true;
  readonly url?: string;
}

/** What a command is made with. */
export interface Tools {
  readonly config: CliConfig;
  readonly connect: (options: CommonOptions) => Promise<Connection>;
  readonly output: (options: CommonOptions) => Output;
  readonly confirm: (question: string) => Promise<boolean>;
  /** Ends with another code than 0, for a result that is no error. */
  readonly exitWith: (code: ExitCode) => void;
}

export function createTools(config: CliConfig): Tools {
  return {
    config,
    connect: ({ url }) => connect(config, url),
    output: ({ json }) => createOutput({ isJson: json === true, stdout: process.stdout, stderr: process.stderr }),
    confirm,
    exitWith: (code) => {
      process.exitCode = code;
    },
  };
}

interface CommandWords {
  /** The name with its arguments, such as `tail <form>`. */
  readonly usage: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** Paragraphs with an empty line between them. */
  readonly description: string;
  /** What each argument means. */
  readonly args?: Readonly<Record<string, string>>;
  /** Command lines that work, each with its purpose. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
}

/** Within a paragraph, where `--help` breaks lines by the width of the terminal. */
const lineBreak = /(?<!\n)\n(?!\n)/g;

/** A command with its words for `--help`. */
export function newCommand({ usage, summary, description, args = {}, examples }: CommandWords): Command {
  const [name = '', ...shapes] = usage.split(' ');
  const lines = examples.map(([line, purpose]) => `  # ${purpose}\n  $ ${line}`);
  const command = new Command(name);
  for (const shape of shapes) command.argument(shape, args[shape.replaceAll(/[^a-z-]/g, '')]);
  return command
    .summary(summary)
    .description(description.replaceAll(lineBreak, ' '))
    .addHelpText('after', `\nExamples:\n${lines.join('\n\n')}`);
}

/** Adds the options that all commands have, after those of the command itself. */
export function addCommonOptions(command: Command): Command {
  for (const inner of command.commands) addCommonOptions(inner);
  if (command.commands.length > 0) return command;
  return command
    .option('--json', 'print JSON for scripts')
    .option('--url <address>', 'the installation (default: INLET_URL, or the one of the last login)');
}
