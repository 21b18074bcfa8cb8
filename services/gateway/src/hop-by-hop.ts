import type { IncomingHttpHeaders } from 'node:http';

/** Headers that describe one connection and not the message. */
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

/** Returns the headers that describe the connection: the standard ones, and those that `Connection` names. */
export function hopByHopOf({ connection = 'keep-alive' }: IncomingHttpHeaders): (name: string) => boolean {
  // Nearly every message has this value, which names no other header.
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
