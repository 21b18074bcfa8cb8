import { useEffect, useRef, useState } from 'react';
import { fileNameOf, receiveFile, saveFile } from '#lib/receive-file.ts';
import { useApi } from '#lib/services.tsx';

export type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly bytes: number }
  | { readonly status: 'done'; readonly name: string; readonly bytes: number }
  | { readonly status: 'failed'; readonly error: unknown };

/** Exports all data of the account as one file. The file grows with the account, so the export can be cancelled. */
export function useExport() {
  const api = useApi();
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const controller = new AbortController();
    running.current = controller;
    const show = (next: ExportState) => {
      if (running.current === controller && !controller.signal.aborted) setState(next);
    };
    show({ status: 'running', bytes: 0 });
    try {
      const response = await api.open('exportMe', { signal: controller.signal });
      const file = await receiveFile(response, (bytes) => show({ status: 'running', bytes }));
      const name = fileNameOf(response, 'inlet-export.json');
      saveFile(file, name);
      show({ status: 'done', name, bytes: file.size });
    } catch (error) {
      show({ status: 'failed', error });
    }
  }

  function cancel() {
    running.current?.abort();
    setState({ status: 'idle' });
  }

  return { state, start: () => void start(), cancel };
}
