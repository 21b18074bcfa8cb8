import type { DnsRecord, SenderCheck } from '@inlet/contracts/mail-check';
import type { DMARCResult } from 'mailauth';
import { type BoundedResolver, dnsReason } from '#bounded-resolver.ts';
import { type MailServer, registered } from '#mail-server.ts';
import { finding } from '#sender.ts';

const id = 'dmarc';

/** A domain that receivers check, and what the check of it found. */
export interface CheckedDomain {
  readonly domain: string;
  readonly level: SenderCheck['level'];
  /** The record that puts the domain in order; null if none is known to be enough. */
  readonly record: DnsRecord | null;
}

interface Asked {
  /** The domain of `MAIL_FROM`. */
  readonly domain: string;
  readonly spf: CheckedDomain;
  /** Null where Inlet does not sign. */
  readonly dkim: CheckedDomain | null;
  readonly server: Pick<MailServer, 'kind' | 'host'>;
  readonly dns: BoundedResolver;
}

/** Whether the sender's domain has a policy, and whether mails pass it. */
export async function checkDmarc(asked: Asked): Promise<SenderCheck> {
  const { domain, spf, dkim, dns } = asked;
  const { evaluateDmarc } = await import('mailauth/lib/dmarc/index.js');
  let failure: unknown;
  const resolver: BoundedResolver['resolve'] = (name, type) =>
    dns.resolve(name, type).catch((error: unknown) => {
      failure = error;
      throw error;
    });
  const { response } = await evaluateDmarc({
    ...{ headerFrom: `mail@${domain}`, resolver, strict: true },
    ...{ spfDomains: [spf.domain], dkimDomains: dkim ? [{ domain: dkim.domain }] : [] },
  });
  const result = response === false ? 'temperror' : response.status.result;
  if (response === false || result === 'temperror') {
    return finding({ id, level: 'unknown', message: `The DNS did not tell the DMARC record: ${dnsReason(failure)}.` });
  }
  return result === 'none' ? missing(domain) : judge(asked, response);
}

function missing(domain: string): SenderCheck {
  const name = `_dmarc.${registered(domain)}`;
  return finding({
    id,
    level: 'warning',
    message: `${domain} has no DMARC policy, which large receivers ask for. Add this record. It asks receivers to change nothing; choose p=quarantine once all mails of the domain pass.`,
    record: { name, type: 'TXT', value: 'v=DMARC1; p=none', replaces: null },
  });
}

function judge({ domain, spf, dkim, server }: Asked, result: DMARCResult): SenderCheck {
  const { policy, alignment } = result;
  const aligned = [
    alignment?.spf?.result ? { ...spf, what: 'SPF' } : null,
    dkim && alignment?.dkim?.result ? { ...dkim, what: 'DKIM' } : null,
  ].filter((each) => each !== null);
  const passing = aligned.filter(({ level }) => level === 'ok').map(({ what }) => what);
  const asks = `The DMARC policy of ${domain} is p=${policy}`;
  if (passing.length > 0) {
    return finding({ id, level: 'ok', message: `${asks}, and mails pass it by ${passing.join(' and ')}.` });
  }
  if (aligned.some(({ level }) => level === 'unknown') || (dkim === null && server.kind !== 'own')) {
    const message = `${asks}. Whether mails pass it cannot be known here: that depends on what ${server.host} signs and sends from.`;
    return finding({ id, level: 'unknown', message });
  }
  const level = policy === 'none' ? 'warning' : 'fault';
  const fails = `${asks}, and mails do not pass it`;
  if (aligned.length > 0) {
    const names = aligned.map(({ what }) => what).join(' and ');
    const record = aligned.find((each) => each.record !== null)?.record ?? null;
    const advice = record ? 'This record is enough.' : `Follow the advice for ${names}.`;
    return finding({ id, level, message: `${fails}: ${names} must be in order first. ${advice}`, record });
  }
  const because = `neither the domain of SPF (${spf.domain}) nor that of the signature (${dkim?.domain ?? 'none'}) belongs to it`;
  const relaxed = relaxedRecord(result, [
    { tag: 'aspf', isStrict: alignment?.spf?.strict === true && isUnder(spf.domain, domain) },
    { tag: 'adkim', isStrict: alignment?.dkim?.strict === true && dkim !== null && isUnder(dkim.domain, domain) },
  ]);
  if (relaxed) {
    const message = `${fails}: ${because}, because the policy is strict. Replace it with this one, which accepts all names under ${registered(domain)}.`;
    return finding({ id, level, message, record: relaxed });
  }
  const message = `${fails}: ${because}. No record fixes this: set DKIM_DOMAIN to ${domain}, or MAIL_BOUNCE_ADDRESS to an address of ${domain}, and check again.`;
  return finding({ id, level, message });
}

function isUnder(name: string, domain: string): boolean {
  return registered(name) === registered(domain);
}

/** The published policy without the strict words that keep mails from passing it; null if none of them does. */
function relaxedRecord(
  { rr, policyDomain }: DMARCResult,
  tags: readonly { readonly tag: string; readonly isStrict: boolean }[],
): DnsRecord | null {
  const strict = tags.filter(({ isStrict }) => isStrict).map(({ tag }) => tag);
  if (!rr || !policyDomain || strict.length === 0) return null;
  const kept = rr.split(';').filter((part) => !strict.includes(part.split('=')[0]?.trim().toLowerCase() ?? ''));
  return { name: `_dmarc.${policyDomain}`, type: 'TXT', value: kept.join(';').trim(), replaces: rr };
}
