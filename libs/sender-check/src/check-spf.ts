import type { DnsRecord, SenderCheck } from '@inlet/contracts/mail-check';
import type { SPFResult } from 'mailauth';
import { type BoundedResolver, dnsReason } from '#bounded-resolver.ts';
import { type MailServer, registered } from '#mail-server.ts';
import { finding } from '#sender.ts';

const id = 'spf';
/** From a range for documentation: no record allows it, unless it allows everybody. */
const nobody = '192.0.2.1';

interface Asked {
  /** The domain of the envelope's sender, which receivers look at. */
  readonly domain: string;
  readonly address: string;
  readonly server: MailServer;
  readonly dns: BoundedResolver;
}

/** Whether the record of the sender's domain allows the mail server. */
export async function checkSpf(asked: Asked): Promise<SenderCheck> {
  const { domain, dns } = asked;
  try {
    const records = (await dns.texts(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text.trim()));
    const [record] = records;
    if (record === undefined) return missing(asked);
    if (records.length === 1) return await judge(asked, record);
    const message = `${domain} has ${records.length} SPF records, and receivers accept only one. Join them into one.`;
    return finding({ id, level: 'fault', message });
  } catch (error) {
    return finding({ id, level: 'unknown', message: `The DNS did not tell the SPF record: ${dnsReason(error)}.` });
  }
}

function missing({ domain, server }: Asked): SenderCheck {
  const mechanism = mechanismOf(server);
  const message = `${domain} has no SPF record, so receivers cannot tell who may send for it.`;
  const asks = ` ${howToFind(server)}`;
  if (mechanism === undefined) return finding({ id, level: 'fault', message: message + asks });
  return finding({
    id,
    level: 'fault',
    message: `${message} Add this record.`,
    record: { name: domain, type: 'TXT', value: `v=spf1 ${mechanism} ~all`, replaces: null },
  });
}

async function judge(asked: Asked, record: string): Promise<SenderCheck> {
  const { domain, server } = asked;
  const anybody = await evaluate(asked, nobody);
  if (anybody.result === 'pass') {
    const message = `The SPF record of ${domain} allows everybody to send for it. End it with ~all instead of +all.`;
    return finding({ id, level: 'fault', message });
  }
  if (anybody.result === 'permerror') {
    const message = `The SPF record of ${domain} is invalid: ${anybody.reason}. Receivers treat it like none.`;
    return finding({ id, level: 'fault', message });
  }
  if (anybody.result === 'temperror') {
    return finding({ id, level: 'unknown', message: `The SPF record cannot be evaluated: ${anybody.reason}.` });
  }
  if (server.kind === 'near') {
    const message = `${domain} has a valid SPF record. The mail server ${server.host} is in your own network, so the address that mails leave from cannot be known here: look whether the record names it.`;
    return finding({ id, level: 'unknown', message });
  }
  return server.kind === 'relay' ? judgeRelay(asked, record, anybody.included) : judgeOwn(asked, record);
}

async function judgeRelay(asked: Asked, record: string, included: readonly string[]): Promise<SenderCheck> {
  const { domain, server } = asked;
  const wanted = server.include;
  const isIncluded = included.some((name) =>
    wanted === undefined ? registered(name) === registered(server.host) : name === wanted,
  );
  if (isIncluded || (await areAllowed(asked))) {
    return finding({ id, level: 'ok', message: `The SPF record of ${domain} allows ${server.host}.` });
  }
  const message = `The SPF record of ${domain} does not include the relay ${server.host}.`;
  if (wanted === undefined) return finding({ id, level: 'warning', message: `${message} ${howToFind(server)}` });
  return finding({
    id,
    level: 'warning',
    message: `${message} Replace it by this one, unless it lists the addresses of the relay itself.`,
    record: extended(domain, record, `include:${wanted}`),
  });
}

async function judgeOwn(asked: Asked, record: string): Promise<SenderCheck> {
  const { domain, server } = asked;
  if (server.addresses.length === 0) {
    return finding({ id, level: 'unknown', message: `The address of the mail server ${server.host} cannot be found.` });
  }
  if (await areAllowed(asked)) {
    return finding({ id, level: 'ok', message: `The SPF record of ${domain} allows ${server.host}.` });
  }
  const message = `The SPF record of ${domain} does not allow ${server.host} (${server.addresses.join(', ')}), so receivers may refuse mails. Replace it by this one.`;
  return finding({ id, level: 'fault', message, record: extended(domain, record, mechanismOf(server) ?? '') });
}

async function areAllowed(asked: Asked): Promise<boolean> {
  const { addresses } = asked.server;
  for (const address of addresses) {
    if ((await evaluate(asked, address)).result !== 'pass') return false;
  }
  return addresses.length > 0;
}

interface Evaluated {
  readonly result: SPFResult['status']['result'];
  readonly reason: string;
  /** The domains whose records were read on the way. */
  readonly included: readonly string[];
}

/**
 * Evaluates the record for an address as a receiver does. The library is loaded for the first check: it takes 33 MB.
 */
async function evaluate({ address: sender, domain, server, dns }: Asked, ip: string): Promise<Evaluated> {
  const { spf } = await import('mailauth/lib/spf/index.js');
  const included: string[] = [];
  const resolver: BoundedResolver['resolve'] = (name, type) => {
    if (type === 'TXT' && name !== domain) included.push(name.toLowerCase());
    return dns.resolve(name, type);
  };
  const { status } = await spf({ sender, ip, helo: server.host, resolver, strict: true });
  const [, reason = ''] = String(status.comment).split(`lookup of ${sender}: `);
  return { result: status.result, reason, included };
}

/** What allows a server in a record; undefined where only its provider knows. */
function mechanismOf({ kind, include, host, addresses }: MailServer): string | undefined {
  if (include !== undefined) return `include:${include}`;
  if (kind !== 'own') return undefined;
  const [address] = addresses;
  if (host !== address) return `a:${host}`;
  return `${host.includes(':') ? 'ip6' : 'ip4'}:${host}`;
}

function howToFind({ kind, host }: MailServer): string {
  if (kind === 'near') return 'Add one that names the address that your mail server sends from.';
  return `The provider of ${host} says which include the record needs.`;
}

/** The record with one more mechanism, before the part that decides on all others. */
function extended(domain: string, record: string, mechanism: string): DnsRecord {
  const terms = record.trim().split(/ +/);
  const end = terms.findIndex((term) => /^[+?~-]?all$|^redirect=/i.test(term));
  const value = terms.toSpliced(end === -1 ? terms.length : end, 0, mechanism).join(' ');
  return { name: domain, type: 'TXT', value, replaces: record };
}
