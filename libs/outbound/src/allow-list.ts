import ipaddr from 'ipaddr.js';
import * as z from 'zod';

/** Judges one address, as a resolver or a socket spells it. */
export type JudgeAddress = (address: string) => boolean;

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for addresses of the public internet; every other one leads into somebody's own network, or nowhere. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // ipaddr.js calls an IPv6 address unicast if no range has it, so what is not assigned yet would pass.
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}

/** The addresses that `WEBHOOK_ALLOW` opens although they are not public. */
export interface AllowList {
  readonly isEmpty: boolean;
  readonly includes: JudgeAddress;
}

/** Reads addresses and ranges with commas between them, such as `127.0.0.0/8,::1`. Throws for any other entry. */
export function readAllowList(text: string): AllowList {
  const ranges = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(readRange);
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
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  // ipaddr.js also reads `127.1` and `0x7f.1`, which nobody writes on purpose.
  if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return [ipaddr.parse(entry), 32];
  if (ipaddr.IPv6.isValid(entry)) return [ipaddr.parse(entry), 128];
  throw new Error(`${entry} is neither an address nor a range such as 10.1.0.0/16`);
}

/** `WEBHOOK_ALLOW` in the configuration of a service. */
export const allowListSchema = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return readAllowList(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });
