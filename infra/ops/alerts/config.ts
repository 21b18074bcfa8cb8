import {
  addressSchema,
  ConfigError,
  type Environment,
  httpUrlSchema,
  mailFromSchema,
  publicUrlSchema,
  readConfig,
  serviceEnv,
  smtpUrlSchema,
} from '@inlet/process/config';
import * as z from 'zod';

const configSchema = z.object({
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
  PUBLIC_URL: publicUrlSchema,
  SMTP_URL: smtpUrlSchema,
  MAIL_FROM: mailFromSchema,
  /** Addresses that receive the alerts; without any, no alert is sent. */
  ALERT_EMAIL: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(addressSchema))
    .optional(),
  /** The address of the folder that contains `docs`, for a browser. */
  RUNBOOKS_URL: httpUrlSchema.optional(),
  /** The file that Alertmanager reads. */
  ALERTMANAGER_FILE: z.string().min(1),
});

export type AlertsConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): AlertsConfig {
  const config = readConfig(configSchema, env);
  const { protocol, port } = new URL(config.SMTP_URL);
  if (config.ALERT_EMAIL !== undefined && protocol === 'smtps:' && port !== '' && port !== '465') {
    throw new ConfigError(
      'The configuration cannot be used:\n  ALERT_EMAIL: Alertmanager speaks smtps:// at port 465 only; give SMTP_URL that port, or smtp:// with STARTTLS',
    );
  }
  return config;
}
