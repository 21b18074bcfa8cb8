import { FileError } from '@inlet/import/file-shape';
import type { Mapping } from '@inlet/import/mapping';
import { readRows } from '@inlet/import/read-rows';
import { AwayError, type ImportProgress, type ImportRun, noProgress, runImport } from '@inlet/import/run-import';
import { toCalls } from '@inlet/import/to-calls';
import { createWait, type Waiting } from '@inlet/import/wait-for-server';
import type { OpenedFile } from '#features/imports/open-file.ts';
import { ApiError, failureMessage, NetworkError } from '#lib/http.ts';

/** Where a check of a file, or its import, stands. */
export type RunState =
  | { readonly status: 'running'; readonly progress: ImportProgress; readonly isWaiting: boolean }
  | { readonly status: 'done' | 'stopped'; readonly progress: ImportProgress }
  | { readonly status: 'failed'; readonly progress: ImportProgress; readonly error: unknown };

interface FileRun extends Pick<ImportRun, 'send'>, Pick<Waiting, 'signal' | 'pause'> {
  readonly opened: Pick<OpenedFile, 'file' | 'shape'>;
  readonly mapping: Mapping;
  readonly onState: (state: RunState) => void;
}

/** Sends a whole file. It never throws: the last state says how it ended. A run that is stopped ends its call first. */
export async function runFile({ opened, mapping, send, signal, onState, pause }: FileRun): Promise<void> {
  let progress = noProgress;
  onState({ status: 'running', progress, isWaiting: false });
  try {
    await runImport({
      calls: toCalls(readRows(opened.file.stream(), opened.shape), mapping),
      signal,
      send: async (body) => {
        try {
          return await send(body);
        } catch (error) {
          throw mayPass(error) ? new AwayError(error, retryAfterMsOf(error)) : error;
        }
      },
      wait: createWait({ signal, pause, onWait: () => onState({ status: 'running', progress, isWaiting: true }) }),
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
  if (error instanceof FileError) return error.message;
  // The browser holds no copy of the file.
  if (error instanceof DOMException) return 'The file can’t be read any more. Choose it again.';
  return failureMessage(error);
}

export function isFull(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'import_limit_reached';
}

/** The network, a restart, another import of the account, or a limit of requests. */
function mayPass(error: unknown): error is NetworkError | ApiError {
  return error instanceof NetworkError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));
}

function retryAfterMsOf(error: NetworkError | ApiError): number | null {
  return error instanceof ApiError ? error.retryAfterMs : null;
}
