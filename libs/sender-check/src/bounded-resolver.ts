import { Resolver } from 'node:dns/promises';

/** What the checks ask of a DNS resolver: the names are those of Node's own. */
export interface DnsResolver {
  readonly resolve: (name: string, type: string) => Promise<unknown>;
  readonly reverse: (address: string) => Promise<string[]>;
  readonly cancel: () => void;
}

export interface BoundedResolver {
  /** As `mailauth` calls a resolver. */
  readonly resolve: (name: string, type: string) => Promise<string[][] | string[]>;
  /** The texts of a name; none if there are none. */
  readonly texts: (name: string) => Promise<string[]>;
  readonly addresses: (host: string) => Promise<string[]>;
  readonly reverse: (address: string) => Promise<string[]>;
}

export interface Bounds {
  readonly lookupsMax: number;
  readonly timeoutMs: number;
  readonly answerMaxBytes: number;
}

/**
 * One SPF record takes 11 lookups and the addresses of mail servers; a search for a valid record may use up all that are
 * left. The others take at most 14: the server's addresses, the key, seven names of DMARC, and the names of an address
 * with their addresses.
 */
export const defaultBounds: Bounds = { lookupsMax: 30, timeoutMs: 10_000, answerMaxBytes: 16_384 };

const nothingThere = new Set(['ENOTFOUND', 'ENODATA']);

export class DnsFault extends Error {
  override readonly name = 'DnsFault';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function openResolver(): DnsResolver {
  return new Resolver({ timeout: 2_000, tries: 2 });
}

/** Asks each question once, and refuses questions and answers beyond the bounds. */
export function boundResolver(resolver: DnsResolver, bounds: Bounds = defaultBounds): BoundedResolver {
  const asked = new Map<string, Promise<unknown>>();
  const signal = AbortSignal.timeout(bounds.timeoutMs);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new DnsFault('ETIMEOUT', `no answer within ${bounds.timeoutMs / 1_000} s`));
      resolver.cancel();
    });
  });
  late.catch(() => undefined);

  async function ask<Answer>(question: string, lookUp: () => Promise<Answer>): Promise<Answer> {
    const known = asked.get(question);
    if (known) return (await known) as Answer;
    if (asked.size >= bounds.lookupsMax) {
      throw new DnsFault('ELOOKUPS', `it takes more than ${bounds.lookupsMax} lookups`);
    }
    const answer = Promise.race([lookUp(), late]).then((found) => {
      if (JSON.stringify(found).length <= bounds.answerMaxBytes) return found;
      throw new DnsFault('ETOOLARGE', `an answer has more than ${bounds.answerMaxBytes} bytes`);
    });
    asked.set(question, answer);
    return answer;
  }

  const resolve = (name: string, type: string) =>
    ask(`${type} ${name.toLowerCase()}`, () => resolver.resolve(name, type)) as Promise<string[][] | string[]>;
  const list = (name: string, type: string): Promise<(string | string[])[]> =>
    resolve(name, type).catch(noneIfNothing<string>);
  return {
    resolve,
    texts: async (name) => (await list(name, 'TXT')).map((parts) => (Array.isArray(parts) ? parts.join('') : parts)),
    addresses: async (host) => (await Promise.all([list(host, 'A'), list(host, 'AAAA')])).flat(2),
    reverse: (address) => ask(`reverse ${address}`, () => resolver.reverse(address)).catch(noneIfNothing<string>),
  };
}

function noneIfNothing<Item>(error: unknown): Item[] {
  if (nothingThere.has(codeOf(error))) return [];
  throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Why the DNS gave no answer, in words. */
export function dnsReason(error: unknown): string {
  if (error instanceof DnsFault) return error.message;
  return codeOf(error) || 'for an unknown reason';
}
