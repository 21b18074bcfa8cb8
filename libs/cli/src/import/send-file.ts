import { formatCount } from '@inlet/contracts/counts';
import { FileError } from '@inlet/import/file-shape';
import type { Mapping } from '@inlet/import/mapping';
import { readRows } from '@inlet/import/read-rows';
import { AwayError, type ImportProgress, noProgress, runImport } from '@inlet/import/run-import';
import { toCalls } from '@inlet/import/to-calls';
import { createWait } from '@inlet/import/wait-for-server';
import { CliError } from '#cli-error.ts';
import type { Api } from '#connection/api.ts';
import { invalidFile, type Source } from '#import/open-source.ts';
import { progressBar, startProgress } from '#output/progress.ts';

interface SentFile {
  readonly api: Api;
  readonly formId: string;
  readonly source: Source;
  readonly mapping: Mapping;
  readonly importId: string;
  /** Stores nothing, and tells what would happen. */
  readonly isCheck: boolean;
  readonly signal: AbortSignal;
}

/** What a run has done, and why it ended early; null for one that ended well. */
export interface FileSent {
  readonly progress: ImportProgress;
  readonly failure: Error | null;
}

/** Sends all of a file, call by call. A run that is stopped ends its call first, so that its numbers are true. */
export async function sendFile({
  api,
  formId,
  source,
  mapping,
  importId,
  isCheck,
  signal,
}: SentFile): Promise<FileSent> {
  const bar = startProgress();
  let progress = noProgress;
  try {
    await runImport({
      calls: toCalls(readRows(source.read(), source.shape), mapping),
      signal,
      send: async (body) => {
        const query = { importId, dryRun: isCheck };
        return await api.call('importSubmissions', { path: { id: formId }, query, body }).catch((error: unknown) => {
          throw mayPass(error) ? new AwayError(error, error.retryAfterMs) : error;
        });
      },
      wait: createWait({ signal, onWait: ({ message }) => bar.show(`${message} Trying again.`) }),
      onProgress: (next) => {
        progress = next;
        bar.show(progressLine(next, source.bytes));
      },
    });
    return { progress, failure: null };
  } catch (error) {
    if (signal.aborted) return { progress, failure: stopped() };
    if (error instanceof FileError) return { progress, failure: invalidFile(error) };
    if (error instanceof Error) return { progress, failure: error };
    throw error;
  } finally {
    bar.end();
  }
}

function stopped(): CliError {
  return new CliError('Stopped.', { next: 'Run the command again to begin anew.', code: 'stopped' });
}

function mayPass(error: unknown): error is CliError & { readonly retryAfterMs: number } {
  return error instanceof CliError && error.retryAfterMs !== undefined;
}

function progressLine({ bytesRead, ...counts }: ImportProgress, bytes: number | null): string {
  const rows = formatCount(counts.imported + counts.known + counts.refusedCount, 'row');
  if (bytes === null) return rows;
  const share = bytes === 0 ? 1 : bytesRead / bytes;
  return `${progressBar(share)} ${Math.floor(100 * share)} %  ${rows}`;
}
