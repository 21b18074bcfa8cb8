import type { Submission } from '@inlet/contracts/submissions';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** All that the filter finds, loaded or not. */
  readonly isEverything: boolean;
}

const nothing: Selection = { ids: new Set(), isEverything: false };

/** Which rows are chosen. Another list begins with none. */
export function useSelection(rows: readonly Submission[], listName: unknown) {
  const [selection, setSelection] = useState(nothing);
  const anchor = useRef<string | null>(null);
  const current = useRef(rows);
  useEffect(() => {
    current.current = rows;
  }, [rows]);

  const clear = useCallback(() => {
    anchor.current = null;
    setSelection(nothing);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new list that clears
  useEffect(clear, [clear, listName]);

  /** Turns one row over; with a range, all between it and the row before take its new state. */
  const toggle = useCallback((id: string, isRange = false) => {
    const from = isRange ? anchor.current : null;
    anchor.current = id;
    const between = from === null ? [id] : idsBetween(current.current, from, id);
    setSelection(({ ids: before }) => {
      const ids = new Set(before);
      const isChosen = !before.has(id);
      for (const each of between) {
        if (isChosen) ids.add(each);
        else ids.delete(each);
      }
      return { ids, isEverything: false };
    });
  }, []);

  const selectLoaded = useCallback(
    () => setSelection({ ids: new Set(current.current.map(({ id }) => id)), isEverything: false }),
    [],
  );
  const selectEverything = useCallback(
    () => setSelection({ ids: new Set(current.current.map(({ id }) => id)), isEverything: true }),
    [],
  );
  return { selection, clear, toggle, selectLoaded, selectEverything };
}

function idsBetween(rows: readonly Submission[], from: string, to: string): string[] {
  const [a, b] = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to)];
  if (a === -1 || b === -1) return [to];
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
}
