import type { Mapping } from '@inlet/import/mapping';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type RunState, runFile } from '#features/imports/import-run.ts';
import type { OpenedFile } from '#features/imports/open-file.ts';
import { useApi } from '#lib/services.tsx';

/** The service gives up a call after 30 seconds. */
const timeoutMs = 45_000;

interface WantedRun {
  readonly opened: OpenedFile;
  readonly mapping: Mapping;
  /** The same for every run of a file, so that one undo concerns all of them. */
  readonly importId: string;
  /** Stores nothing, and tells what would happen. */
  readonly isCheck: boolean;
}

/** Runs one file at a time; leaving the page stops it. `onChanged` is called when submissions may have been stored. */
export function useImportRun(formId: string, onChanged: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [state, setState] = useState<RunState | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async ({ opened, mapping, importId, isCheck }: WantedRun) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      await runFile({
        ...{ opened, mapping, signal: stop.signal },
        send: (body) =>
          api.call('importSubmissions', {
            path: { id: formId },
            query: { importId, dryRun: isCheck },
            body,
            timeoutMs,
          }),
        onState: (next) => {
          if (running.current === stop) setState(next);
        },
      });
      if (isCheck) return;
      onChanged();
      // The form, its lists and the usage of the plan have changed.
      await queryClient.invalidateQueries();
    },
    [api, queryClient, formId, onChanged],
  );

  const stop = useCallback(() => running.current?.abort(), []);
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState(null);
  }, []);
  return { state, start, stop, reset };
}
