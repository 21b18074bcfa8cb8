import type { DnsRecord, SenderCheck } from '@inlet/contracts/mail-check';
import { type CheckTools, checkSender } from '@inlet/sender-check/check-sender';
import { type Finding, warning } from '#doctor/finding.ts';
import { lookAtMail } from '#doctor/look-at-mail.ts';
import type { DoctorSettings } from '#doctor/settings.ts';

type Settings = Partial<DoctorSettings> & { readonly SMTP_URL: string };

/** Checks the mail server, and what receivers look at: the sender's domain, and the signature of mails. */
export async function lookAtSender(settings: Settings, tools?: CheckTools): Promise<Finding[]> {
  const [greeting, checks] = await Promise.all([lookAtMail(settings.SMTP_URL), checksOf(settings, tools)]);
  const isThere = greeting.every(({ level }) => level === 'fine');
  const shown = checks.filter(({ id }) => isThere || id !== 'tls').map(toFinding);
  return [...greeting, ...shown, ...(checks.length > 0 ? lookAtReader(settings) : [])];
}

/** Whether anybody sees the records in the dashboard, which hides them from customers. */
function lookAtReader({ SIGN_UP, BILLING, OPERATOR_EMAIL }: Settings): Finding[] {
  const isOpen = SIGN_UP === 'open';
  if (OPERATOR_EMAIL !== undefined || !(isOpen || BILLING === 'on')) return [];
  const says = `Nobody sees the records of mails in the dashboard: with ${isOpen ? 'SIGN_UP=open' : 'BILLING=on'} accounts belong to customers`;
  return [warning(says, 'Set OPERATOR_EMAIL to the confirmed address of your own account.')];
}

async function checksOf(settings: Settings, tools?: CheckTools): Promise<readonly SenderCheck[]> {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, MAIL_BOUNCE_ADDRESS: bounceAddress } = settings;
  if (from === undefined) return [];
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey } = settings;
  const dkim = domain && selector && privateKey ? { domain, selector, privateKey } : undefined;
  const { checks } = await checkSender({ smtpUrl, from, bounceAddress, dkim }, tools);
  return checks ?? [];
}

function toFinding({ level, message, record }: SenderCheck): Finding {
  // What cannot be known here is no fault of the installation.
  if (level === 'ok' || level === 'unknown') return { level: 'fine', says: message };
  return { level, says: message, next: record ? inWords(record) : 'docs/self-hosting.md#mail' };
}

function inWords({ name, type, value, replaces }: DnsRecord): string {
  const orAsk = type === 'PTR' ? ', or ask the owner of the address for it' : '';
  return `${replaces === null ? 'Add' : 'Put instead'}${orAsk}: ${name} ${type} ${value}`;
}
