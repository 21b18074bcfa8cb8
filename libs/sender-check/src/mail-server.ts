import { isIP } from 'node:net';
import { isPublicAddress } from '@inlet/outbound/allow-list';
import { getDomain } from 'tldts';
import type { BoundedResolver } from '#bounded-resolver.ts';
import { includeOf } from '#known-relays.ts';
import { isPublicName } from '#sender.ts';

/** The mail server of `SMTP_URL`, and what is known of the addresses that mails leave from. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** True for `smtps://`: TLS from the first byte. */
  readonly isSecure: boolean;
  readonly hasPassword: boolean;
  readonly ignoresTls: boolean;
  readonly verifiesCertificate: boolean;
  /**
   * `near`: in our own network, so that mails leave from an address that is unknown here. `own`: under the sender's
   * domain, so that its addresses are taken for those of the mails. `relay`: of somebody else, who sends from other
   * addresses.
   */
  readonly kind: 'near' | 'own' | 'relay';
  /** What SPF has to include, for a well-known relay. */
  readonly include: string | undefined;
  /** Public addresses of its name. */
  readonly addresses: readonly string[];
}

const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
/** A name with more addresses is a relay's. */
const addressesMax = 4;

export async function describeServer(smtpUrl: string, senderDomain: string, dns: BoundedResolver): Promise<MailServer> {
  const { hostname, port, protocol, password, searchParams } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isNamed = isIP(host) === 0;
  const found = isNamed ? (isPublicName(host) ? await dns.addresses(host).catch(() => []) : []) : [host];
  const addresses = found.filter(isPublicAddress).slice(0, addressesMax);
  const isNear = isNamed ? !isPublicName(host) || (found.length > 0 && addresses.length === 0) : addresses.length === 0;
  const isOwn = !isNamed || registered(host) === registered(senderDomain);
  return {
    host,
    port: Number(port) || (defaultPorts[protocol] ?? 25),
    isSecure: protocol === 'smtps:',
    hasPassword: password !== '',
    ignoresTls: searchParams.get('ignoreTLS') === 'true',
    verifiesCertificate: searchParams.get('tls.rejectUnauthorized') !== 'false',
    kind: isNear ? 'near' : isOwn ? 'own' : 'relay',
    include: includeOf(host),
    addresses,
  };
}

/** The domain that somebody registered, such as `example.co.uk` for `mail.example.co.uk`. */
export function registered(name: string): string {
  return getDomain(name) ?? name;
}
