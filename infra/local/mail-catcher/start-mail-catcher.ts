import { listen } from '@inlet/http/server';
import { createMetrics } from '@inlet/observe/metrics';
import { portSchema, readConfig, serviceEnv } from '@inlet/process/config';
import type { ServiceContext } from '@inlet/process/run-service';
import * as z from 'zod';
import { createInbox } from '#mail-catcher/inbox.ts';
import { openMailbox } from '#mail-catcher/mailbox.ts';
import { openSmtp } from '#mail-catcher/smtp.ts';

const configSchema = z.object({
  /** The port of the inbox. */
  PORT: portSchema,
  /** The port of the SMTP server. */
  SMTP_PORT: portSchema,
  /** The folder that keeps the mails. */
  MAIL_FOLDER: z.string().min(1),
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
});

export const loadConfig = () => readConfig(configSchema);

/** Mails contain links that open accounts, so only this machine has access, with any configuration. */
const host = '127.0.0.1';

/** A mail server that delivers nothing: it keeps mails and shows them in a browser. */
export async function startMailCatcher({ config, logger, lifecycle }: ServiceContext<z.output<typeof configSchema>>) {
  const mailbox = openMailbox(config.MAIL_FOLDER);
  const smtp = await openSmtp({ host, port: config.SMTP_PORT, mailbox, logger });
  lifecycle.onClose('stop intake', 'smtp', smtp.close);
  const app = createInbox({ mailbox, logger, lifecycle, metrics: createMetrics('mail') });
  const server = await listen(app, { host, port: config.PORT });
  lifecycle.onClose('flush', 'http server', server.close);
  return { port: server.port, smtpPort: smtp.port };
}
