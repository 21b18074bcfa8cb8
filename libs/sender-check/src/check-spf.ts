import type { DnsRecord, SenderCheck } from '@inlet/contracts/mail-check';
import type { SPFResult } from 'mailauth';
import { type BoundedResolver, dnsReason } from '#bounded-resolver.ts';
import { type MailServer, registered } from '#mail-server.ts';
import { finding } from '#sender.ts';
import { extendSpf, isSpf, joinSpf, type SpfParts, writeSpf } from '#spf-record.ts';

const id = 'spf';
/** From a range for documentation: no record allows it, unless it allows everybody. */
const nobody = '192.0.2.1';
/** The end of a record that may lack senders. */
const cautious = '~all';

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
    const records = (await dns.texts(domain)).filter(isSpf);
    const [record] = records;
    if (record === undefined) return missing(asked);
    if (records.length === 1) return await judge(asked, record);
    const message = `${domain} has ${records.length} SPF records, and receivers accept only one.`;
    return await replaced(asked, records, message);
  } catch (error) {
    if (error instanceof NotEvaluated) {
      return finding({ id, level: 'unknown', message: `The SPF record cannot be evaluated: ${error.message}.` });
    }
    return finding({ id, level: 'unknown', message: `The DNS did not tell the SPF record: ${dnsReason(error)}.` });
  }
}

/** Whether a record lets the mails of the server pass. One that cannot be evaluated now may not. */
export async function letsPass(asked: Asked, record: string): Promise<boolean> {
  return allowsServer(asked, record).catch(() => false);
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
  const anybody = await evaluate(asked, nobody, record);
  if (anybody.result === 'pass') {
    return replaced(asked, [record], `The SPF record of ${domain} allows everybody to send for it.`);
  }
  if (anybody.result === 'permerror') {
    const message = `The SPF record of ${domain} is invalid: ${anybody.reason}. Receivers treat it like none.`;
    return replaced(asked, [record], message);
  }
  if (server.kind === 'near') {
    const message = `${domain} has a valid SPF record. The mail server ${server.host} is in your own network, so the address that mails leave from cannot be known here: look whether the record names it.`;
    return finding({ id, level: 'unknown', message });
  }
  return server.kind === 'relay' ? judgeRelay(asked, record) : judgeOwn(asked, record);
}

/** The fault, with one valid record for those that are published where it can be known. */
async function replaced(asked: Asked, records: readonly string[], fault: string): Promise<SenderCheck> {
  try {
    return await withOneRecord(asked, records, fault);
  } catch (error) {
    if (!(error instanceof NotEvaluated)) throw error;
    // A record without the terms that cannot be evaluated now would lock out senders that work.
    const advice = `Which record is right cannot be found out now: ${error.message}. Check again later, or correct the record yourself.`;
    return finding({ id, level: 'fault', message: `${fault} ${advice}` });
  }
}

/** The record is missing if nobody here can know what it has to allow. */
async function withOneRecord(asked: Asked, records: readonly string[], fault: string): Promise<SenderCheck> {
  const { domain, server } = asked;
  const asFound = joinSpf(records);
  const sound = (await isSound(asked, asFound)) ? asFound : await withoutFaults(asked, asFound);
  const mechanism = mechanismOf(server);
  if (!sound && mechanism === undefined) {
    return finding({ id, level: 'fault', message: `${fault} Write a new one. ${howToFind(server)}` });
  }
  const value = await withServer(asked, writeSpf(sound ?? { terms: [], all: cautious }), mechanism);
  const left = asFound.terms.filter((term) => !sound?.terms.includes(term));
  const advice =
    left.length === 0
      ? 'Replace what is there with this one record.'
      : `Replace what is there with this one record. It leaves out ${left.join(' ')}: add what your other mails need of that, in a valid form.`;
  const replaces = records.join(' ');
  return finding({
    id,
    level: 'fault',
    message: `${fault} ${advice}`,
    record: { name: domain, type: 'TXT', value, replaces },
  });
}

/** The record, with what allows the server where that is missing. A record that denies the server stays as it is. */
async function withServer(asked: Asked, record: string, mechanism: string | undefined): Promise<string> {
  if (mechanism === undefined || (await allowsServer(asked, record))) return record;
  const extendedRecord = extendSpf(record, mechanism);
  return (await allowsServer(asked, extendedRecord)) || asked.server.kind !== 'own' ? extendedRecord : record;
}

/** The record without terms that are invalid by themselves or allow everybody; undefined if that is not enough. */
async function withoutFaults(asked: Asked, { terms, all }: SpfParts): Promise<SpfParts | undefined> {
  const sound: string[] = [];
  for (const term of terms) if (await isSound(asked, { terms: [term], all })) sound.push(term);
  const parts = { terms: sound, all: cautious };
  return sound.length > 0 && (await isSound(asked, parts)) ? parts : undefined;
}

async function isSound(asked: Asked, parts: SpfParts): Promise<boolean> {
  const { result } = await evaluate(asked, nobody, writeSpf(parts));
  return result !== 'pass' && result !== 'permerror';
}

async function judgeRelay(asked: Asked, record: string): Promise<SenderCheck> {
  const { domain, server } = asked;
  const wanted = server.include;
  if (await allowsServer(asked, record)) {
    return finding({ id, level: 'ok', message: `The SPF record of ${domain} allows ${server.host}.` });
  }
  const message = `The SPF record of ${domain} does not include the relay ${server.host}.`;
  if (wanted === undefined) return finding({ id, level: 'warning', message: `${message} ${howToFind(server)}` });
  return finding({
    id,
    level: 'warning',
    message: `${message} Replace it with this one, unless it lists the addresses of the relay itself.`,
    record: extended(domain, record, `include:${wanted}`),
  });
}

async function judgeOwn(asked: Asked, record: string): Promise<SenderCheck> {
  const { domain, server } = asked;
  if (server.addresses.length === 0) {
    return finding({ id, level: 'unknown', message: `The address of the mail server ${server.host} cannot be found.` });
  }
  if (await allowsServer(asked, record)) {
    return finding({ id, level: 'ok', message: `The SPF record of ${domain} allows ${server.host}.` });
  }
  const message = `The SPF record of ${domain} does not allow ${server.host} (${server.addresses.join(', ')}), so receivers may refuse mails.`;
  const withOurs = extended(domain, record, mechanismOf(server) ?? '');
  if (await allowsServer(asked, withOurs.value)) {
    return finding({ id, level: 'fault', message: `${message} Replace it with this one.`, record: withOurs });
  }
  const advice = 'It is not enough to add the server: first remove the terms that deny it or take too many lookups.';
  return finding({ id, level: 'fault', message: `${message} ${advice}` });
}

/** Whether a record allows the server: by the include of a relay, or else by the server's addresses. */
async function allowsServer(asked: Asked, record: string): Promise<boolean> {
  const { kind, include, host, addresses } = asked.server;
  const { included } = await evaluate(asked, nobody, record);
  const isOfRelay = (name: string) =>
    include === undefined ? registered(name) === registered(host) : name === include;
  if (kind === 'relay' && included.some(isOfRelay)) return true;
  for (const address of addresses) {
    if ((await evaluate(asked, address, record)).result !== 'pass') return false;
  }
  return addresses.length > 0;
}

/** The DNS does not answer now, or the limit of our lookups is reached. It says nothing against the record. */
class NotEvaluated extends Error {
  override readonly name = 'NotEvaluated';
}

interface Evaluated {
  readonly result: Exclude<SPFResult['status']['result'], 'temperror'>;
  readonly reason: string;
  /** The domains whose records were read on the way. */
  readonly included: readonly string[];
}

/**
 * Evaluates a record of the domain for an address as a receiver does, whether it is published or not. The library is
 * loaded for the first check: it takes 33 MB.
 */
async function evaluate(
  { address: sender, domain, server, dns }: Asked,
  ip: string,
  record: string,
): Promise<Evaluated> {
  const { spf } = await import('mailauth/lib/spf/index.js');
  const included: string[] = [];
  const resolver: BoundedResolver['resolve'] = async (name, type) => {
    if (type === 'TXT' && name === domain) return [[record]];
    if (type === 'TXT') included.push(name.toLowerCase());
    return dns.resolve(name, type);
  };
  const { status } = await spf({ sender, ip, helo: server.host, resolver, strict: true });
  const [, reason = ''] = String(status.comment).split(`lookup of ${sender}: `);
  if (status.result === 'temperror') throw new NotEvaluated(reason);
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

function extended(domain: string, record: string, mechanism: string): DnsRecord {
  return { name: domain, type: 'TXT', value: extendSpf(record, mechanism), replaces: record };
}
