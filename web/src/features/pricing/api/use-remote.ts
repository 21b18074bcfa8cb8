import { useEffect, useState } from 'react';

/** What the service says; null while it is not known, and for good once it `isAway`. */
export interface Remote<Value> {
  readonly value: Value | null;
  readonly isAway: boolean;
}

/** Longer than any healthy answer takes. */
const timeoutMs = 10_000;
const attempts = 3;
const pauseMs = 1_000;

/** Asks the service once the page is there. An answer of another shape counts as none. */
export function useRemote<Value>(path: string, read: (body: unknown) => Value | null): Remote<Value> {
  const [remote, setRemote] = useState<Remote<Value>>({ value: null, isAway: false });
  useEffect(() => {
    const leaving = new AbortController();
    ask(path, read, leaving.signal).then(
      (value) => leaving.signal.aborted || setRemote({ value, isAway: value === null }),
      () => undefined,
    );
    return () => leaving.abort();
  }, [path, read]);
  return remote;
}

async function ask<Value>(
  path: string,
  read: (body: unknown) => Value | null,
  leaving: AbortSignal,
): Promise<Value | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const signal = AbortSignal.any([leaving, AbortSignal.timeout(timeoutMs)]);
      const answer = await fetch(path, { headers: { accept: 'application/json' }, signal });
      const value = answer.ok ? read(await answer.json()) : null;
      if (value !== null) return value;
    } catch (error) {
      if (leaving.aborted) throw error;
    }
    if (attempt === attempts) return null;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
  }
}
