import type { Exchange } from '#answers/exchange.ts';
import { sendEmpty } from '#answers/send-text.ts';

/** Seconds for which a browser may cache the preflight. */
const preflightMaxAgeSeconds = 86_400;

const allowed = [
  'access-control-allow-methods',
  'POST',
  'access-control-max-age',
  String(preflightMaxAgeSeconds),
  'vary',
  'access-control-request-headers',
];

/** Responds to a preflight: a browser may send any header. */
export function sendPreflight(exchange: Exchange): void {
  const wanted = exchange.request.headers['access-control-request-headers'];
  const headers = wanted === undefined ? allowed : [...allowed, 'access-control-allow-headers', String(wanted)];
  sendEmpty(exchange, 204, headers);
}
