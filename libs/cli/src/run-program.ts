import { type Command, CommanderError } from 'commander';
import { CliError } from '#cli-error.ts';
import { readConfig } from '#config.ts';
import { type ExitCode, exitCodes } from '#exit-codes.ts';
import { printError } from '#output/print-error.ts';
import { createTools, type Tools } from '#tools.ts';

/** Runs the command line and returns its exit code. */
export async function runProgram(
  createProgram: (tools: Tools) => Command,
  args: readonly string[],
): Promise<ExitCode | number | undefined> {
  // The reader of a pipe may have seen enough, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    throw error;
  });
  const isJson = args.includes('--json');
  try {
    const program = createProgram(createTools(readConfig()));
    prepare(program, isJson);
    await program.parseAsync(args, { from: 'user' });
    return process.exitCode === undefined ? exitCodes.done : Number(process.exitCode);
  } catch (error) {
    if (!(error instanceof CommanderError)) return printError(error, { isJson });
    if (error.exitCode === 0) return exitCodes.done;
    return isJson ? printError(wrongUsage(error), { isJson }) : exitCodes.usage;
  }
}

const helpStep = 'Run it with --help.';

/** A wrong command line throws instead of ending the process, and says where the right one stands. */
function prepare(command: Command, isJson: boolean): void {
  command.exitOverride().showHelpAfterError(helpStep);
  // Scripts get the error as JSON.
  if (isJson) command.configureOutput({ writeErr: () => undefined });
  for (const inner of command.commands) prepare(inner, isJson);
}

function wrongUsage({ code, message }: CommanderError): CliError {
  const text = code === 'commander.help' ? 'The command is missing.' : message.replace(/^error: /, '');
  return new CliError(text, { next: helpStep, code: 'wrong_usage', exitCode: exitCodes.usage });
}
