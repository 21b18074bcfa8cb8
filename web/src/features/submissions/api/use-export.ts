import { useCallback, useEffect, useRef, useState } from 'react';
import { type Filter, filterBody } from '#features/submissions/filter.ts';
import { failureMessage } from '#lib/http.ts';
import { fileNameOf, receiveFile, saveFile } from '#lib/receive-file.ts';
import { useApi } from '#lib/services.tsx';

export type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly bytes: number }
  | { readonly status: 'done'; readonly name: string; readonly bytes: number }
  | { readonly status: 'failed'; readonly message: string };

/** The file formats to choose from; the columns of `csv` never change. */
export type ExportKind = 'csv' | 'csv-fields' | 'xlsx' | 'ndjson' | 'zip';

/** Exports the submissions that match a filter to a file; leaving the page cancels the export. */
export function useExport(formId: string) {
  const api = useApi();
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (kind: ExportKind, filter: Filter) => {
      running.current?.abort();
      const abort = new AbortController();
      running.current = abort;
      const { signal } = abort;
      const show = (next: ExportState) => {
        if (!signal.aborted) setState(next);
      };
      show({ status: 'running', bytes: 0 });
      try {
        const format = kind === 'csv-fields' ? 'csv' : kind;
        const query = { ...filterBody(filter), format, ...(kind === 'csv-fields' && { columns: 'fields' as const }) };
        const response = await api.open('exportSubmissions', { path: { id: formId }, query, signal });
        const file = await receiveFile(response, (bytes) => show({ status: 'running', bytes }));
        const name = fileNameOf(response, `submissions.${format}`);
        if (signal.aborted) return;
        saveFile(file, name);
        show({ status: 'done', name, bytes: file.size });
      } catch (error) {
        show({ status: 'failed', message: failureMessage(error) });
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
