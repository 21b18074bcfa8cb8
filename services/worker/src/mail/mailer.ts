import type { Mail } from '@inlet/contracts/mail';
import { createTransport } from 'nodemailer';
import { toMailFault } from '#mail/mail-fault.ts';

export interface Mailer {
  /** Resolves when the mail server has taken the mail. The id makes a repeat recognisable as the same mail. */
  readonly send: (mail: Mail, id: string) => Promise<void>;
  readonly close: () => void;
}

export interface MailerOptions {
  readonly url: string;
  readonly from: string;
  /** Longest time for one mail. */
  readonly timeoutMs?: number;
}

/** Below the closing deadline of a process, which waits for the mail under way. */
const defaultTimeoutMs = 20_000;
/** A working server answers within this time. */
const idleTimeoutMs = 10_000;

/** Mails over SMTP, on connections that are kept for the next ones. */
export function createMailer({ url, from, timeoutMs = defaultTimeoutMs }: MailerOptions): Mailer {
  const limits = { connectionTimeout: idleTimeoutMs, greetingTimeout: idleTimeoutMs, socketTimeout: idleTimeoutMs };
  const transport = createTransport({ url, pool: true, ...limits }, { from });
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ to, subject, text, html }, id) => {
      const message = {
        // An address and not a list of them: a comma in it must not make two.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        // Automatic replies ignore mails with this header.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(timeoutMs),
      };
      await transport.sendMail(message).catch((error: unknown) => {
        throw toMailFault(error);
      });
    },
    close: () => transport.close({ force: true }),
  };
}
