import { createPublicKey } from 'node:crypto';
import type { SenderCheck } from '@inlet/contracts/mail-check';
import { type BoundedResolver, dnsReason } from '#bounded-resolver.ts';
import { type DkimSettings, finding } from '#sender.ts';

const id = 'dkim';

/** Compares the published key with the key that mails are signed with. */
export async function checkDkim(dkim: DkimSettings | undefined, dns: BoundedResolver): Promise<SenderCheck> {
  if (!dkim) {
    const message =
      'Inlet does not sign mails, because DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY are not set. Without a signature, some receivers treat mails as spam, unless your mail server signs them.';
    return finding({ id, level: 'warning', message });
  }
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const ours = publicKeyOf(dkim.privateKey);
  const value = `v=DKIM1; k=rsa; p=${ours}`;
  try {
    const records = await dns.texts(name);
    return judge({ name, value, ours, records });
  } catch (error) {
    return finding({ id, level: 'unknown', message: `The DNS did not tell the key at ${name}: ${dnsReason(error)}.` });
  }
}

interface Published {
  readonly name: string;
  readonly value: string;
  readonly ours: string;
  readonly records: readonly string[];
}

function judge({ name, value, ours, records }: Published): SenderCheck {
  const [record, ...others] = records;
  const add = { name, type: 'TXT' as const, value };
  if (record === undefined) {
    const message = `There is no key at ${name}, so receivers cannot verify the signature of mails. Add this record.`;
    return finding({ id, level: 'fault', message, record: { ...add, replaces: null } });
  }
  if (others.length > 0) {
    const message = `There are ${records.length} records at ${name}, so receivers cannot tell which key is meant. Keep this one alone.`;
    return finding({ id, level: 'fault', message, record: { ...add, replaces: records.join(' ') } });
  }
  const tags = readTags(record);
  const theirs = tags.get('p')?.replaceAll(/\s/g, '');
  const replaced = { ...add, replaces: record };
  if (theirs === undefined || theirs === '') {
    const message = `The record at ${name} holds no key, which means that the key was withdrawn. Replace it.`;
    return finding({ id, level: 'fault', message, record: replaced });
  }
  if (theirs !== ours || (tags.get('k') ?? 'rsa') !== 'rsa') {
    const message = `The key at ${name} is not the one that Inlet signs with, so every signature fails. Replace it.`;
    return finding({ id, level: 'fault', message, record: replaced });
  }
  if ((tags.get('t') ?? '').split(':').includes('y')) {
    const message = `The key at ${name} fits, but it is marked as a test (t=y), so receivers ignore it. Replace the record.`;
    return finding({ id, level: 'warning', message, record: replaced });
  }
  return finding({ id, level: 'ok', message: `Mails are signed, and the key at ${name} fits.` });
}

function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** The tags of a record such as `v=DKIM1; k=rsa; p=…`. */
function readTags(record: string): Map<string, string> {
  const parts = record.split(';').filter((part) => part.includes('='));
  return new Map(
    parts.map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()]),
  );
}
