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
    if (nameless.length === 0) {
      return finding({ id, level: 'ok', message: `The name of ${addresses.join(' and ')} leads back to the address.` });
    }
    const message = `${nameless.join(' and ')} has no name that leads back to it, so many receivers refuse mails. Ask the provider of the address to set its reverse DNS to ${host}.`;
    return finding({ id, level: 'fault', message });
  } catch (error) {
    return unknown(`The DNS did not tell the name of ${addresses.join(' and ')}: ${dnsReason(error)}.`);
  }
}

async function leadsBack(address: string, dns: BoundedResolver): Promise<boolean> {
  const [name] = await dns.reverse(address);
  return name !== undefined && (await dns.addresses(name)).includes(address);
}
