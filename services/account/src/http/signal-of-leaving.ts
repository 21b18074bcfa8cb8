import type { Response } from 'express';

/** Aborts when the client disconnects. */
export function signalOfLeaving(response: Response): AbortSignal {
  const leaving = new AbortController();
  if (response.destroyed) leaving.abort();
  response.on('close', () => leaving.abort());
  return leaving.signal;
}
