import { type ExitCode, exitCodes } from '#exit-codes.ts';

/** A part of the input that was refused, such as `fields[3].pattern`, and why. */
export interface Issue {
  readonly field: string;
  readonly message: string;
}

interface CliErrorDetails {
  /** The command or the change that the reader tries next. */
  readonly next: string;
  /** A stable code for scripts, as in the API's errors. */
  readonly code?: string;
  readonly exitCode?: ExitCode;
  readonly issues?: readonly Issue[];
  /** Only for what may succeed later: the time to wait at least. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** An expected failure: one sentence, the next step, and an exit code. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly next: string;
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly issues: readonly Issue[];
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: CliErrorDetails) {
    const { next, code = 'failed', exitCode = exitCodes.failed, issues = [], retryAfterMs, cause } = details;
    super(message, { cause });
    this.next = next;
    this.code = code;
    this.exitCode = exitCode;
    this.issues = issues;
    this.retryAfterMs = retryAfterMs;
  }
}
