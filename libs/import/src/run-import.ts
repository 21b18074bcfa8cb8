import type { ImportAnswer } from '@inlet/contracts/imports';
import type { RefusedRow } from '#file-shape.ts';
import type { ImportCall } from '#to-calls.ts';

/** The server can't be reached, or asks to wait. The same call is sent again. */
export class AwayError extends Error {
  override readonly name = 'AwayError';
  /** Milliseconds that the server asks to wait; null if it names none. */
  readonly waitMs: number | null;

  /** `cause` is the reason, which is thrown if the server stays away. */
  constructor(cause: Error, waitMs: number | null = null) {
    super(cause.message, { cause });
    this.waitMs = waitMs;
  }
}

export interface ImportProgress {
  readonly imported: number;
  /** Rows that were stored before. */
  readonly known: number;
  readonly refusedCount: number;
  /** The first refused rows, in the order of the file. */
  readonly refused: readonly RefusedRow[];
  /** How many more submissions the plan lets you import; null before the first answer. */
  readonly room: number | null;
  readonly bytesRead: number;
}

/** The progress of a run that has sent nothing. */
export const noProgress: ImportProgress = {
  imported: 0,
  known: 0,
  refusedCount: 0,
  refused: [],
  room: null,
  bytesRead: 0,
};

export interface ImportRun {
  readonly calls: AsyncIterable<ImportCall>;
  /** Sends one call, with the same `importId` each time. Throws an `AwayError` if it should be sent again. */
  readonly send: (body: string) => Promise<ImportAnswer>;
  /** Resolves when a call should be sent again. `attempt` begins with 1 for each call. */
  readonly wait: (error: AwayError, attempt: number) => Promise<void>;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}

/** Refused rows that are kept to be shown; a file may have a million of them. */
export const refusedShownMax = 1_000;

/** Sends the calls of a file one after the other. A call that is sent twice stores nothing twice. */
export async function runImport({ calls, send, wait, onProgress, signal }: ImportRun): Promise<ImportProgress> {
  let progress = noProgress;
  for await (const call of calls) {
    signal?.throwIfAborted();
    const answer =
      call.body === '' ? null : await sendUntilAnswered(call.body, { send, wait, ...(signal && { signal }) });
    progress = add(progress, call, answer);
    onProgress?.(progress);
  }
  return progress;
}

async function sendUntilAnswered(
  body: string,
  { send, wait, signal }: Pick<ImportRun, 'send' | 'wait' | 'signal'>,
): Promise<ImportAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(body);
    } catch (error) {
      if (!(error instanceof AwayError)) throw error;
      await wait(error, attempt);
      signal?.throwIfAborted();
    }
  }
}

function add(sum: ImportProgress, call: ImportCall, answer: ImportAnswer | null): ImportProgress {
  const byServer = (answer?.refused ?? []).map((refused) => ({ ...refused, line: call.lines[refused.line - 1] ?? 0 }));
  const refused = [...call.refused, ...byServer].toSorted((one, other) => one.line - other.line);
  return {
    imported: sum.imported + (answer?.imported ?? 0),
    known: sum.known + (answer?.known ?? 0),
    refusedCount: sum.refusedCount + refused.length,
    refused: [...sum.refused, ...refused].slice(0, refusedShownMax),
    room: answer?.room ?? sum.room,
    bytesRead: call.bytesRead,
  };
}
