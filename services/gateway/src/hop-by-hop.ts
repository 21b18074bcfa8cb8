import type { IncomingHttpHeaders } from 'node:http';

/** Headers that speak of one connection and not of the message. */
export const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Tells which headers of a message speak of its connection: those that always do, and those that it names. */
export function hopByHopOf({ connection = 'keep-alive' }: IncomingHttpHeaders): (name: string) => boolean {
  // What nearly every message says names nothing else.
  if (connection === 'keep-alive') return (name) => hopByHop.has(name);
  const named = new Set(
    connection
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  return (name) => hopByHop.has(name) || named.has(name);
}

export function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const isHopByHop = hopByHopOf(headers);
  const rest: IncomingHttpHeaders = {};
  for (const name in headers) if (!isHopByHop(name)) rest[name] = headers[name];
  return rest;
}
