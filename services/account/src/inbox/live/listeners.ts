import type { ServerResponse } from 'node:http';
import { unavailable } from '@inlet/http/errors';
import type { Caller } from '#access/caller.ts';
import { tooManyListeners } from '#errors.ts';

/** The response that a stream writes to. */
export type Sink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'destroyed' | 'writableEnded' | 'writableLength'>;

/** A client that follows a form, and its authorisation. */
export interface Listener {
  readonly formId: string;
  readonly userId: string;
  readonly caller: Caller;
  readonly sink: Sink;
}

export interface Listeners {
  /** Adds a listener, or refuses it if there are too many. */
  readonly add: (listener: Listener) => void;
  readonly remove: (listener: Listener) => void;
  /** Removes a listener and ends its stream. */
  readonly end: (listener: Listener) => void;
  readonly ofForm: (formId: string) => Iterable<Listener>;
  readonly all: () => Iterable<Listener>;
  readonly size: () => number;
}

/** Streams of one account in this process: one page for each of twenty forms and five people. */
export const listenersOfAccountMax = 100;
/** Streams of this process: at some 40 kB each with its socket, 200 MB. */
const listenersMax = 5_000;
/** Bytes that may be buffered for a listener that does not read. */
const waitingMax = 1_000_000;

export function createListeners(): Listeners {
  const everybody = new Set<Listener>();
  const byForm = new Map<string, Set<Listener>>();
  const countOf = new Map<string, number>();

  function count(userId: string, change: 1 | -1): void {
    const next = (countOf.get(userId) ?? 0) + change;
    if (next === 0) countOf.delete(userId);
    else countOf.set(userId, next);
  }

  function remove(listener: Listener): void {
    if (!everybody.delete(listener)) return;
    count(listener.userId, -1);
    const following = byForm.get(listener.formId);
    following?.delete(listener);
    if (following?.size === 0) byForm.delete(listener.formId);
  }

  return {
    add: (listener) => {
      const { userId, formId } = listener;
      if ((countOf.get(userId) ?? 0) >= listenersOfAccountMax) throw tooManyListeners(listenersOfAccountMax);
      if (everybody.size >= listenersMax) throw unavailable();
      everybody.add(listener);
      count(userId, 1);
      const following = byForm.get(formId);
      if (following) following.add(listener);
      else byForm.set(formId, new Set([listener]));
    },
    remove,
    end: (listener) => {
      remove(listener);
      hangUp(listener);
    },
    ofForm: (formId) => byForm.get(formId) ?? [],
    all: () => everybody,
    size: () => everybody.size,
  };
}

/** Writes to a listener, or disconnects it if its buffer is too large; it will reconnect. */
export function send({ sink }: Listener, chunk: Buffer): void {
  if (sink.destroyed || sink.writableEnded || chunk.length === 0) return;
  if (sink.writableLength > waitingMax) sink.destroy();
  else sink.write(chunk);
}

/** A listener that does not read would never receive the end of its stream, so its connection is destroyed. */
function hangUp({ sink }: Listener): void {
  if (sink.writableLength > 0) sink.destroy();
  else sink.end();
}
