import { type Command, CommanderError } from 'commander';
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
  try {
    const program = createProgram(createTools(readConfig()));
    prepare(program);
    await program.parseAsync(args, { from: 'user' });
    return process.exitCode === undefined ? exitCodes.done : Number(process.exitCode);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return printError(error, { isJson: args.includes('--json') });
  }
}

/** A wrong command line throws instead of ending the process, and says where the right one stands. */
function prepare(command: Command): void {
  command.exitOverride().showHelpAfterError('Run it with --help.');
  for (const inner of command.commands) prepare(inner);
}
