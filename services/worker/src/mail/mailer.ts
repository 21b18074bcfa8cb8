import type { Mail } from '@inlet/contracts/mail';
import { toMailFault } from '#mail/mail-fault.ts';
import { mailHeaders, oneLine } from '#mail/mail-headers.ts';

export interface Mailer {
  /** Resolves when the mail server has taken the mail. The id makes a repeat recognisable as the same mail. */
  readonly send: (mail: Mail, id: string) => Promise<void>;
  readonly close: () => void;
}

export interface Dkim {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

export interface MailerOptions {
  readonly url: string;
  readonly from: string;
  /** Where mail servers report what they could not deliver. */
  readonly bounceAddress?: string | undefined;
  /** Without it, the mail server may sign. */
  readonly dkim?: Dkim | undefined;
  /** Longest time for one mail. */
  readonly timeoutMs?: number;
}

/** Below the closing deadline of a process, which waits for the mail under way. */
const defaultTimeoutMs = 20_000;
/** A working server responds within this time. */
const idleTimeoutMs = 10_000;
/** RFC 8058 wants both headers of the unsubscribe link signed; nodemailer's own list has only one of them. */
const signedHeaders = [
  'From:Reply-To:To:Subject:Date:Message-ID:References:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post',
].join(':');

/**
 * Mails over SMTP, on connections that are kept for the next ones. The client is loaded with the first mail, so a
 * worker that mails nothing holds 12 MB less.
 */
export function createMailer({ url, from, bounceAddress, dkim, timeoutMs = defaultTimeoutMs }: MailerOptions): Mailer {
  const limits = { connectionTimeout: idleTimeoutMs, greetingTimeout: idleTimeoutMs, socketTimeout: idleTimeoutMs };
  const openTransport = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, pool: true, ...limits }, { from });
  };
  let opened: ReturnType<typeof openTransport> | undefined;
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async (mail, id) => {
      // An address and not a list of them: a comma in it must not make two.
      const to = { name: '', address: mail.to };
      const message = {
        to,
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        messageId: `<${id}@${domain}>`,
        ...mailHeaders(mail, domain),
        ...envelopeOf(mail, to, bounceAddress),
        ...(dkim && { dkim: signing(dkim) }),
        signal: AbortSignal.timeout(timeoutMs),
      };
      opened ??= openTransport();
      const transport = await opened;
      await transport.sendMail(message).catch((error: unknown) => {
        throw toMailFault(error);
      });
    },
    close: () => void opened?.then((transport) => transport.close({ force: true })),
  };
}

function signing({ domain, selector, privateKey }: Dkim) {
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedHeaders };
}

/**
 * Nobody answers an automatic answer, not even a mail server (RFC 3834), unless there is a mailbox for it. nodemailer
 * takes an address here, and its types only know texts, in which a comma would make two addresses.
 */
function envelopeOf({ kind }: Mail, to: unknown, bounceAddress: string | undefined) {
  const from = bounceAddress ?? (kind === 'auto-reply' ? '' : undefined);
  return from === undefined ? {} : { envelope: { from, to: to as string } };
}
