import { type Environment, portSchema, readConfig, serviceEnv } from '@inlet/service/config';
import * as z from 'zod';

const configSchema = z.object({
  /** The port of the inbox. */
  PORT: portSchema,
  /** The port of the SMTP server. */
  SMTP_PORT: portSchema,
  /** The folder that keeps the mails. */
  MAIL_FOLDER: z.string().min(1),
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
});

export type MailCatcherConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): MailCatcherConfig {
  return readConfig(configSchema, env);
}
