import type { Preset } from '@inlet/contracts/presets/preset';
import { type AllowList, isPublicAddress } from '#allow-list.ts';

export const notPublic = 'The address is not public';
export const notUsual = 'Only https on the ports 443 and 8443 is allowed';
const unreadable = 'The address is not a URL that starts with https://';
const withPassword = 'The address has a user name or a password; send them in a header';

/** Names that stand for a nearby machine, whatever a resolver returns. */
const localName = /^(?:[^.]*|.*\.(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa))\.?$/;

/**
 * Checks a URL without asking a resolver: scheme, port, credentials, and the host's address or name in every spelling.
 * Returns the reason for a refusal. The addresses of an allowed name are checked again when the worker connects.
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
    // The name may resolve to an allowed address, which is exempt from these rules.
    if (!allow.isEmpty) return undefined;
    if (localName.test(host)) return notPublic;
  }
  return isUsual(url) ? undefined : notUsual;
}

/** Checks a target's URL: its address, and whether its host belongs to the preset's service. */
export function checkTargetUrl(preset: Preset, url: string, allow: AllowList): string | undefined {
  const refusal = checkAddress(url, allow);
  // An operator who allows private addresses may run the service, or a relay to it, on one of them.
  if (refusal || !preset.hosts || !allow.isEmpty) return refusal;
  return preset.hosts.includes(new URL(url).hostname) ? undefined : `The host must be ${preset.hosts[0]}`;
}

/** The URL parser has converted every spelling of an IPv4 address, such as 0x7f.1, to four decimals. */
function isLiteral(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/** True for https on a usual port of public servers; other ports belong to mail servers, databases and the like. */
export function isUsual(url: { readonly protocol: string; readonly port: string }): boolean {
  return url.protocol === 'https:' && ['', '443', '8443'].includes(url.port);
}
