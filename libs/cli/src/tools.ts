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
  readonly description: string;
  /** Command lines that work, each with its purpose. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
}

/** A command with the options that all commands have. */
export function newCommand({ usage, summary, description, examples }: CommandWords): Command {
  const [name = '', ...args] = usage.split(' ');
  const lines = examples.map(([line, purpose]) => `  # ${purpose}\n  $ ${line}`);
  const command = args.length === 0 ? new Command(name) : new Command(name).arguments(args.join(' '));
  return command
    .summary(summary)
    .description(description)
    .option('--json', 'print JSON for scripts')
    .option('--url <address>', 'the installation; else INLET_URL, else the one of the last login')
    .addHelpText('after', `\nExamples:\n${lines.join('\n\n')}`);
}
