import { isIP, isIPv4 } from 'node:net';
import type { SenderCheck } from '@inlet/contracts/mail-check';
import { type BoundedResolver, dnsReason } from '#bounded-resolver.ts';
import type { MailServer } from '#mail-server.ts';
import { finding } from '#sender.ts';

const id = 'reverse-dns';

const unknown = (message: string) => finding({ id, level: 'unknown', message });

/** Whether the addresses that mails leave from have a name that leads back to them. */
export async function checkReverse(server: MailServer, dns: BoundedResolver): Promise<SenderCheck> {
  const { host, kind, addresses } = server;
  if (kind === 'relay') return unknown(`The relay ${host} sends the mails, and cares for the names of its addresses.`);
  if (kind === 'near') {
    return unknown(
      `The mail server ${host} is in your own network, so the address that mails leave from cannot be known here. Give that address a name that leads back to it.`,
    );
  }
  if (addresses.length === 0) return unknown(`The address of the mail server ${host} cannot be found.`);
  try {
    const nameless: string[] = [];
    for (const address of addresses) {
      if (!(await leadsBack(address, dns))) nameless.push(address);
    }
    const [first] = nameless;
    if (first === undefined) {
      return finding({ id, level: 'ok', message: `The name of ${addresses.join(' and ')} leads back to the address.` });
    }
    const message = `${nameless.join(' and ')} has no name that leads back to it, so many receivers refuse mails. Only the owner of the address, such as your hosting provider, can set its reverse DNS:`;
    if (isIP(host) !== 0) {
      const asks = `choose a name, add a record that leads from it to ${host}, name it in SMTP_URL, and ask them to set it.`;
      return finding({ id, level: 'fault', message: `${message} ${asks}` });
    }
    const [published = null] = await dns.reverse(first);
    return finding({
      id,
      level: 'fault',
      message: `${message} set it in their console, or ask them for this record.${nameless.length > 1 ? ' The other addresses need the same value.' : ''}`,
      record: { name: reverseName(first), type: 'PTR', value: host, replaces: published },
    });
  } catch (error) {
    return unknown(`The DNS did not tell the name of ${addresses.join(' and ')}: ${dnsReason(error)}.`);
  }
}

async function leadsBack(address: string, dns: BoundedResolver): Promise<boolean> {
  const [name] = await dns.reverse(address);
  return name !== undefined && (await dns.addresses(name)).includes(address);
}

/** Where the name of an address is found, such as `8.7.6.5.in-addr.arpa`; IPv6 has a label for each hexadecimal digit. */
function reverseName(address: string): string {
  if (isIPv4(address)) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const digits = [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}
