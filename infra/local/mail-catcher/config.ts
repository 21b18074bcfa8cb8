import { type Environment, portSchema, readConfig, serviceEnv } from '@inlet/service/config';
import * as z from 'zod';

const configSchema = z.object({
  /** Where the inbox is read. */
  PORT: portSchema,
  /** Where mails come in. */
  SMTP_PORT: portSchema,
  /** Where mails are kept. */
  MAIL_FOLDER: z.string().min(1),
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
});

export type MailCatcherConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): MailCatcherConfig {
  return readConfig(configSchema, env);
}
