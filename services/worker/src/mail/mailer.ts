import type { Mail } from '@inlet/contracts/mail';
import { toMailFault } from '#mail/mail-fault.ts';
import { mailHeaders, oneLine } from '#mail/mail-headers.ts';

export interface Mailer {
  /**
   * Resolves to the mail server's answer when it has accepted the mail. The id identifies a repeat as the same mail.
   */
  readonly send: (mail: Mail, id: string) => Promise<string>;
  readonly close: () => void;
}

export interface Dkim {
  readonly domain: string;
  readonly selector: string;
  /** The key as PEM. */
  readonly privateKey: string;
}

export interface MailerOptions {
  readonly url: string;
  readonly from: string;
  /** The address for delivery reports of mail servers. */
  readonly bounceAddress?: string | undefined;
  /** Without it, the mail server may sign. */
  readonly dkim?: Dkim | undefined;
  /** The timeout for one mail. */
  readonly timeoutMs?: number;
}

/** Below the closing deadline of a process, which waits for the current mail. */
const defaultTimeoutMs = 20_000;
/** A working server responds within this time. */
const idleTimeoutMs = 10_000;
/**
 * RFC 8058 requires a signature of both headers of the unsubscribe link; nodemailer's default list only has one of
 * them.
 */
const signedHeaders = [
  'From:Reply-To:To:Subject:Date:Message-ID:References:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post',
].join(':');

/**
 * Sends mails over SMTP on kept connections. The client is loaded with the first mail, which saves 12 MB in a worker
 * that sends none.
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
      // A single address instead of a list, so that a comma in it cannot make two.
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
      const { response } = await transport.sendMail(message).catch((error: unknown) => {
        throw toMailFault(error);
      });
      return response;
    },
    close: () => void opened?.then((transport) => transport.close({ force: true })),
  };
}

function signing({ domain, selector, privateKey }: Dkim) {
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedHeaders };
}

/**
 * An automatic reply must not get a reply, not even from a mail server (RFC 3834), unless there is a mailbox for it.
 * nodemailer accepts an address object here, but its types only allow text, in which a comma would make two addresses.
 */
function envelopeOf({ kind }: Mail, to: unknown, bounceAddress: string | undefined) {
  const from = bounceAddress ?? (kind === 'auto-reply' ? '' : undefined);
  return from === undefined ? {} : { envelope: { from, to: to as string } };
}
