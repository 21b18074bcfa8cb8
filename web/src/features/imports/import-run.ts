import { FileError } from '@inlet/import/file-shape';
import type { Mapping } from '@inlet/import/mapping';
import { readRows } from '@inlet/import/read-rows';
import { AwayError, type ImportProgress, type ImportRun, runImport } from '@inlet/import/run-import';
import { toCalls } from '@inlet/import/to-calls';
import type { OpenedFile } from '#features/imports/open-file.ts';
import { ApiError, failureMessage, NetworkError } from '#lib/http.ts';

/** Where a check of a file, or its import, stands. */
export type RunState =
  | { readonly status: 'running'; readonly progress: ImportProgress; readonly isWaiting: boolean }
  | { readonly status: 'done' | 'stopped'; readonly progress: ImportProgress }
  | { readonly status: 'failed'; readonly progress: ImportProgress; readonly error: unknown };

interface FileRun extends Pick<ImportRun, 'send'> {
  readonly opened: Pick<OpenedFile, 'file' | 'shape'>;
  readonly mapping: Mapping;
  readonly signal: AbortSignal;
  readonly onState: (state: RunState) => void;
  /** Waits between two attempts; tests do not. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const nothing: ImportProgress = { imported: 0, known: 0, refusedCount: 0, refused: [], room: null, bytesRead: 0 };

/** Attempts of one call. With the pauses between them they outlast a restart, and a minute's limit of requests. */
const attemptsMax = 8;
const pauseMaxMs = 20_000;

/** Sends a whole file. It never throws: the last state says how it ended. A run that is stopped ends its call first. */
export async function runFile({ opened, mapping, send, signal, onState, pause = pauseFor }: FileRun): Promise<void> {
  let progress = nothing;
  onState({ status: 'running', progress, isWaiting: false });
  try {
    await runImport({
      calls: toCalls(readRows(opened.file.stream(), opened.shape), mapping),
      signal,
      send: async (body) => {
        try {
          return await send(body);
        } catch (error) {
          throw mayPass(error) ? new AwayError(failureMessage(error)) : error;
        }
      },
      wait: async (error, attempt) => {
        if (attempt >= attemptsMax) throw error;
        onState({ status: 'running', progress, isWaiting: true });
        await pause(Math.min(pauseMaxMs, 500 * 2 ** attempt), signal);
      },
      onProgress: (next) => {
        progress = next;
        onState({ status: 'running', progress, isWaiting: false });
      },
    });
    onState({ status: 'done', progress });
  } catch (error) {
    onState(signal.aborted ? { status: 'stopped', progress } : { status: 'failed', progress, error });
  }
}

/** What to tell a person about a file or a run that failed. */
export function importFailure(error: unknown): string {
  if (error instanceof FileError || error instanceof AwayError) return error.message;
  // The browser holds no copy of the file.
  if (error instanceof DOMException) return 'The file can’t be read any more. Choose it again.';
  return failureMessage(error);
}

export function isFull(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'import_limit_reached';
}

/** The network, a restart, another import of the account, or a limit of requests. */
function mayPass(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
