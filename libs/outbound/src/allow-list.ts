import ipaddr from 'ipaddr.js';

/** Judges one address, as a resolver or a socket spells it. */
export type JudgeAddress = (address: string) => boolean;

/** The metadata service of Azure has an address that looks public; those of other clouds have local ones. */
const metadata = '168.63.129.16';
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for addresses of the public internet; every other one leads into somebody's own network, or nowhere. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === metadata) return false;
  // ipaddr.js calls an IPv6 address unicast if no range has it, so what is not assigned yet would pass.
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}

/** The addresses that `WEBHOOK_ALLOW` opens although they are not public. */
export interface AllowList {
  readonly isEmpty: boolean;
  readonly includes: JudgeAddress;
}

/** Makes the list of addresses and ranges, such as `['127.0.0.0/8', '::1']`. Throws for an entry that is neither. */
export function createAllowList(entries: readonly string[]): AllowList {
  const ranges = entries.map(readRange);
  return {
    isEmpty: ranges.length === 0,
    includes(address) {
      if (!ipaddr.isValid(address)) return false;
      // An IPv4 address inside an IPv6 one is judged as the address that it reaches.
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
