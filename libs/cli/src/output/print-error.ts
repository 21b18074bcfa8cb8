import { CliError } from '#cli-error.ts';
import { type ExitCode, exitCodes } from '#exit-codes.ts';
import type { Screen } from '#output/output.ts';
import { plainJson, plainText } from '#output/plain-text.ts';

/** Says what failed and what to do next; returns the exit code. */
export function printError(
  error: unknown,
  { isJson, stderr = process.stderr }: { isJson: boolean; stderr?: Screen },
): ExitCode {
  const failure = error instanceof CliError ? error : unexpected(error);
  const { message, next, code, exitCode, issues } = failure;
  const text = isJson
    ? plainJson({ error: message, code, next, ...(issues.length > 0 && { issues }) })
    : `error: ${plainText(message)}\n${plainText(next)}`;
  stderr.write(`${text}\n`);
  return exitCode;
}

function unexpected(error: unknown): CliError {
  const message = error instanceof Error ? error.message : String(error);
  return new CliError(message, {
    next: 'This is a bug in the command line. Run it again, and report the bug with this message.',
    code: 'unexpected',
    exitCode: exitCodes.failed,
    cause: error,
  });
}
