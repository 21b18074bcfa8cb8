import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isSameSecret } from '@inlet/crypto/same-secret';

export interface AddressTrust {
  /** The operator's proxies in front of this process. */
  readonly trustedProxies: number;
  /** The gateway's secrets; the address that it forwards is trusted. */
  readonly gatewayTokens?: readonly string[];
}

/** The header with the gateway's secret. */
export const gatewayHeader = 'x-inlet-gateway';
/** The header with the id that the gateway assigns to a submission. */
export const submissionIdHeader = 'x-inlet-submission-id';

/** True if the gateway sent the request, so that its headers can be trusted. */
export function isFromGateway(
  { headers }: Pick<IncomingMessage, 'headers'>,
  gatewayTokens: readonly string[] = [],
): boolean {
  const given = headers[gatewayHeader];
  return typeof given === 'string' && gatewayTokens.some((token) => isSameSecret(given, token));
}

/**
 * The client's address, as the outermost trusted proxy saw it. The client itself may have written the entries further
 * left in `X-Forwarded-For`, so only entries of trusted proxies count.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { trustedProxies, gatewayTokens }: AddressTrust,
): string {
  const proxies = isFromGateway(request, gatewayTokens) ? 1 : trustedProxies;
  const peer = request.socket.remoteAddress ?? '';
  if (proxies === 0) return plainAddress(peer);
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  const seen = [...forwarded.filter((part) => part !== ''), peer];
  return plainAddress(seen.at(-1 - proxies) ?? seen[0] ?? peer);
}

/** A household has a whole /64 of IPv6, so its addresses count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - start.length - end.length;
  const groups = [...start, ...Array.from({ length: Math.max(gap, 0) }, () => '0'), ...end];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * The part of an address that a log may contain: the provider's network without the person's connection. That is enough
 * to distinguish an attack from one network from scattered mistakes.
 */
export function networkPrefix(address: string): string {
  const version = isIP(address);
  // A proxy may pass on any text that a client made up.
  if (version === 0) return 'unknown';
  if (version === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return `${networkOf(address).split(':').slice(0, 3).join(':')}::/48`;
}

/** Matches an IPv4 address in IPv6 notation or with the port that some proxies add, and an IPv6 address in brackets. */
const dressed = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$|^\[([^\]]*)\](?::\d+)?$/i;

/** Removes the variable parts: with its port, each connection would count as another client. */
function plainAddress(address: string): string {
  const [, v4, v6] = dressed.exec(address) ?? [];
  return v4 ?? v6 ?? address;
}
