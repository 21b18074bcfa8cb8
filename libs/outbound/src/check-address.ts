import type { Preset } from '@inlet/contracts/presets/preset';
import { type AllowList, isPublicAddress } from '#allow-list.ts';

export const notPublic = 'The address is not public';
export const notUsual = 'Only https on the ports 443 and 8443 is allowed';
const unreadable = 'The address is not a URL that starts with https://';
const withPassword = 'The address has a user name or a password; send them in a header';

/** Names that mean a machine nearby, whatever a resolver says. */
const localName = /^(?:[^.]*|.*\.(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa))\.?$/;

/**
 * Judges what a URL itself says, without asking a resolver: scheme, port, credentials, and the address or name of the
 * host in every spelling. Returns the reason for a refusal. A name that passes is judged again by its addresses when
 * the worker connects.
 */
export function checkAddress(address: string, allow: AllowList, isPublic = isPublicAddress): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return unreadable;
  if (url.username !== '' || url.password !== '') return withPassword;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isLiteral(host)) {
    if (allow.includes(host)) return undefined;
    if (!isPublic(host)) return notPublic;
  } else {
    // The name may stand for an address of the list, for which these rules do not hold.
    if (!allow.isEmpty) return undefined;
    if (localName.test(host)) return notPublic;
  }
  return isUsual(url) ? undefined : notUsual;
}

/** Judges the URL of a target: the address, and the host that the service of its preset has. */
export function checkTargetUrl(preset: Preset, url: string, allow: AllowList): string | undefined {
  const refusal = checkAddress(url, allow);
  // An operator who allows private addresses may have the service, or a relay to it, behind one of them.
  if (refusal || !preset.hosts || !allow.isEmpty) return refusal;
  return preset.hosts.includes(new URL(url).hostname) ? undefined : `The host must be ${preset.hosts[0]}`;
}

/** The URL parser has turned every spelling of an IPv4 address, such as 0x7f.1, into four decimals. */
function isLiteral(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/** True for https on a port that public servers use; other ports belong to mail servers, databases and the like. */
export function isUsual(url: { readonly protocol: string; readonly port: string }): boolean {
  return url.protocol === 'https:' && ['', '443', '8443'].includes(url.port);
}
