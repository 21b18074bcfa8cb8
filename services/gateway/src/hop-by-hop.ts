import type { IncomingHttpHeaders } from 'node:http';

/** Headers that speak of one connection and not of the message. */
const hopByHop = new Set([
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

export function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection = 'keep-alive' } = headers;
  // What nearly every message says names nothing else.
  const named = connection === 'keep-alive' ? hopByHop : new Set(connection.toLowerCase().split(/\s*,\s*/));
  const rest: IncomingHttpHeaders = {};
  for (const name in headers) if (!hopByHop.has(name) && !named.has(name)) rest[name] = headers[name];
  return rest;
}
