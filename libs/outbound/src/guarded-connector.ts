import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { type AllowList, isPublicAddress, type JudgeAddress } from '#allow-list.ts';
import { isUsual, notPublic, notUsual } from '#check-address.ts';

type Answer = (error: Error | null, addresses: LookupAddress[]) => void;
/** Resolves a name to all of its addresses, as `dns.lookup` does. */
export type Lookup = (host: string, options: LookupOptions & { all: true }, answer: Answer) => void;

/** A refusal by our rules. The message is for the target's owner. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

export interface Guard {
  readonly allow: AllowList;
  /** Tests inject these two, so that no test contains a public address or asks a resolver. */
  readonly isPublic?: JudgeAddress;
  readonly lookup?: Lookup;
}

/**
 * Connects to public addresses by https on its usual ports, and to allowed addresses without restriction. It judges
 * every result of the resolver, and the connected socket again, because a name may change its address between two
 * lookups.
 */
export function guardedConnector({ allow, isPublic = isPublicAddress, lookup = systemLookup }: Guard) {
  const build = (accepts: JudgeAddress, refusal: (address: string) => string) =>
    judgingConnector(accepts, refusal, lookup);
  const usual = build(
    (address) => allow.includes(address) || isPublic(address),
    () => notPublic,
  );
  const unusual = build(allow.includes, (address) => (isPublic(address) ? notUsual : notPublic));
  return ((options, callback) =>
    (isUsual(options) ? usual : unusual)(options, callback)) satisfies buildConnector.connector;
}

function judgingConnector(
  accepts: JudgeAddress,
  refusal: (address: string) => string,
  lookup: Lookup,
): buildConnector.connector {
  const judge = (address: string) => (accepts(address) ? null : new RefusedAddress(refusal(address)));
  const connect = buildConnector({
    allowH2: false,
    lookup(host, options, answer: (error: Error | null, address: string | LookupAddress[], family?: number) => void) {
      lookup(host, { ...options, all: true }, (error, addresses) => {
        // A bad address among good ones suggests an attack, so the whole list is refused.
        const refused = error ?? addresses.map(({ address }) => judge(address)).find((found) => found !== null);
        const [first] = addresses ?? [];
        if (refused || !first) answer(refused ?? new Error('The name has no address'), []);
        else if (options.all) answer(null, addresses);
        else answer(null, first.address, first.family);
      });
    },
  });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const refused = judge((socket as Socket).remoteAddress ?? '');
      if (!refused) return callback(null, socket);
      socket.destroy();
      callback(refused, null);
    });
}
