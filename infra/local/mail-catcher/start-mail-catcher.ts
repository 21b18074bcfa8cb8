import { listen } from '@inlet/service/http-server';
import { createMetrics } from '@inlet/service/metrics';
import type { ServiceContext } from '@inlet/service/run-service';
import type { MailCatcherConfig } from '#mail-catcher/config.ts';
import { createInbox } from '#mail-catcher/inbox.ts';
import { openMailbox } from '#mail-catcher/mailbox.ts';
import { openSmtp } from '#mail-catcher/smtp.ts';

/** Mails contain links that open accounts, so only this machine has access, with any configuration. */
const host = '127.0.0.1';

/** A mail server that delivers nothing: it keeps mails and shows them in a browser. */
export async function startMailCatcher({ config, logger, lifecycle }: ServiceContext<MailCatcherConfig>) {
  const mailbox = openMailbox(config.MAIL_FOLDER);
  const smtp = await openSmtp({ host, port: config.SMTP_PORT, mailbox, logger });
  lifecycle.onClose('stop intake', 'smtp', smtp.close);
  const app = createInbox({ mailbox, logger, lifecycle, metrics: createMetrics('mail') });
  const server = await listen(app, { host, port: config.PORT });
  lifecycle.onClose('flush', 'http server', server.close);
  return { port: server.port, smtpPort: smtp.port };
}
