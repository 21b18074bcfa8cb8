import type { ExportFormat } from '@inlet/contracts/submissions';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createExportFile, fileNameIn } from '#features/submissions/export-file.ts';
import { type Filter, filterQuery } from '#features/submissions/filter.ts';
import { failureMessage, NetworkError } from '#lib/http.ts';
import { useApi } from '#lib/services.tsx';

export type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly bytes: number }
  | { readonly status: 'done'; readonly name: string; readonly bytes: number }
  | { readonly status: 'failed'; readonly message: string };

/** So often the bytes so far are shown anew. */
const progressEveryMs = 100;

/** An export of what a filter finds, piece by piece into a file; it ends when the page is left. */
export function useExport(formId: string) {
  const api = useApi();
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (format: ExportFormat, filter: Filter) => {
      running.current?.abort();
      const abort = new AbortController();
      running.current = abort;
      setState({ status: 'running', bytes: 0 });
      const query = filterQuery(filter);
      query.set('format', format);
      const path = `/api/v1/forms/${encodeURIComponent(formId)}/export?${query}`;
      try {
        const response = await api.open(path, { signal: abort.signal });
        const file = createExportFile(response.headers.get('content-type') ?? '');
        const bytes = await readInto(response, file.write, (so) => setState({ status: 'running', bytes: so }));
        const name = fileNameIn(response.headers.get('content-disposition'), `submissions.${format}`);
        if (abort.signal.aborted) return;
        file.save(name);
        setState({ status: 'done', name, bytes });
      } catch (error) {
        if (!abort.signal.aborted) setState({ status: 'failed', message: failureMessage(error) });
      }
    },
    [api, formId],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ status: 'idle' });
  }, []);
  return { state, start, cancel };
}

async function readInto(
  response: Response,
  write: (chunk: Uint8Array<ArrayBuffer>) => void,
  onProgress: (bytes: number) => void,
): Promise<number> {
  if (!response.body) return 0;
  const reader = response.body.getReader();
  let [bytes, shownAtMs] = [0, 0];
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      // It broke off: what is there is not the whole.
      throw new NetworkError(cause);
    });
    if (done) return bytes;
    write(value);
    bytes += value.byteLength;
    if (performance.now() - shownAtMs < progressEveryMs) continue;
    shownAtMs = performance.now();
    onProgress(bytes);
  }
}
