import type { SenderCheck } from '@inlet/contracts/mail-check';
import { type BoundedResolver, boundResolver, type DnsResolver, openResolver } from '#bounded-resolver.ts';
import { checkDkim } from '#check-dkim.ts';
import { checkDmarc } from '#check-dmarc.ts';
import { checkReverse } from '#check-reverse.ts';
import { checkSpf, letsPass } from '#check-spf.ts';
import { checkTls, type LookAtTls } from '#check-tls.ts';
import { describeServer, type MailServer } from '#mail-server.ts';
import { addressOf, domainOf, finding, isPublicName, type SenderSettings } from '#sender.ts';

export interface CheckTools {
  readonly resolver?: DnsResolver;
  readonly look?: LookAtTls;
}

export interface CheckedSender {
  /** The address that mails come from. */
  readonly sender: string;
  /** Null where mails stay on this machine: neither the sender nor the server is one of the internet. */
  readonly checks: readonly SenderCheck[] | null;
}

/** Checks what receivers look at: the records of the sender's domain, and the way to the mail server. */
export async function checkSender(settings: SenderSettings, tools: CheckTools = {}): Promise<CheckedSender> {
  const sender = addressOf(settings.from);
  const domain = domainOf(sender);
  const dns = boundResolver(tools.resolver ?? openResolver());
  const server = await describeServer(settings.smtpUrl, domain, dns);
  if (isPublicName(domain)) return { sender, checks: await checkAll({ settings, domain, server, dns }, tools) };
  if (server.kind === 'near') return { sender, checks: null };
  const message = `Mails come from ${sender}, which exists nowhere else, so receivers refuse them. Set MAIL_FROM to an address of your domain.`;
  return { sender, checks: [finding({ id: 'sender', level: 'fault', message }), await checkTls(server, tools.look)] };
}

interface Checked {
  readonly settings: SenderSettings;
  readonly domain: string;
  readonly server: MailServer;
  readonly dns: BoundedResolver;
}

/** SPF comes last of what is asked, because it may use up all lookups. */
async function checkAll(
  { settings, domain, server, dns }: Checked,
  { look }: CheckTools,
): Promise<readonly SenderCheck[]> {
  const tlsChecked = checkTls(server, look);
  const dkim = await checkDkim(settings.dkim, dns);
  const reverse = await checkReverse(server, dns);
  const address = settings.bounceAddress ?? addressOf(settings.from);
  const asked = { domain: domainOf(address), address, server, dns };
  const spf = await checkSpf(asked);
  const isEnough = spf.record !== null && (await letsPass(asked, spf.record.value));
  const dmarc = await checkDmarc({
    domain,
    spf: { ...spf, record: isEnough ? spf.record : null, domain: asked.domain },
    dkim: settings.dkim ? { ...dkim, domain: settings.dkim.domain } : null,
    server,
    dns,
  });
  return [spf, dkim, dmarc, reverse, await tlsChecked];
}
