import { useEffect, useRef, useState } from 'react';
import { fileNameOf, receiveFile, saveFile } from '#lib/receive-file.ts';

export type FileState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly bytes: number }
  | { readonly status: 'done'; readonly name: string; readonly bytes: number }
  | { readonly status: 'failed'; readonly error: unknown };

/** Receives a file that the service streams, and saves it. It grows with the account, so it can be cancelled. */
export function useReceivedFile(open: (signal: AbortSignal) => Promise<Response>, fallbackName: string) {
  const [state, setState] = useState<FileState>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const controller = new AbortController();
    running.current = controller;
    const show = (next: FileState) => {
      if (running.current === controller && !controller.signal.aborted) setState(next);
    };
    show({ status: 'running', bytes: 0 });
    try {
      const response = await open(controller.signal);
      const file = await receiveFile(response, (bytes) => show({ status: 'running', bytes }));
      const name = fileNameOf(response, fallbackName);
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
