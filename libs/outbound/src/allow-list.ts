import ipaddr from 'ipaddr.js';

/** Judges an address in the spelling of a resolver or a socket. */
export type JudgeAddress = (address: string) => boolean;

/** Azure's metadata service has an address that looks public; those of other clouds are link-local. */
const metadata = '168.63.129.16';
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for addresses of the public internet; all others lead into a private network or nowhere. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === metadata) return false;
  // ipaddr.js treats an IPv6 address as unicast if no range has it, so unassigned ones would pass.
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}

/** Addresses that `WEBHOOK_ALLOW` permits although they are not public. */
export interface AllowList {
  readonly isEmpty: boolean;
  readonly includes: JudgeAddress;
}

/** Parses addresses and ranges, such as `['127.0.0.0/8', '::1']`. Throws for an invalid entry. */
export function createAllowList(entries: readonly string[]): AllowList {
  const ranges = entries.map(readRange);
  return {
    isEmpty: ranges.length === 0,
    includes(address) {
      if (!ipaddr.isValid(address)) return false;
      // An IPv4 address inside an IPv6 one is judged as the IPv4 address.
      const parsed = ipaddr.process(address);
      return ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
    },
  };
}

function readRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry);
  const address = ipaddr.parse(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
