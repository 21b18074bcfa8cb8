import { type ExitCode, exitCodes } from '#exit-codes.ts';

interface CliErrorDetails {
  /** The command or the change that the reader tries next. */
  readonly next: string;
  /** A stable code for scripts, as in the API's errors. */
  readonly code?: string;
  readonly exitCode?: ExitCode;
  readonly cause?: unknown;
}

/** An expected failure: one sentence, the next step, and an exit code. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly next: string;
  readonly code: string;
  readonly exitCode: ExitCode;

  constructor(message: string, { next, code = 'failed', exitCode = exitCodes.failed, cause }: CliErrorDetails) {
    super(message, { cause });
    this.next = next;
    this.code = code;
    this.exitCode = exitCode;
  }
}
