import { type Environment, httpUrlSchema, portSchema, readConfig, serviceEnv } from '@inlet/process/config';
import * as z from 'zod';

const configSchema = z.object({
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
  /** Anyone who reaches this address can pay for any customer. */
  HOST: z.string().default('127.0.0.1'),
  PORT: portSchema.default(12_111),
  /** The address of its pages for browsers; by default its port on this machine. */
  STRIPE_PAGES_URL: httpUrlSchema.optional(),
  /** Its host name for other containers; without it only this machine has access. */
  STRIPE_HOST_NAME: z.string().optional(),
  /** The address that gets the signed events; without it they are only listed. */
  STRIPE_WEBHOOK_URL: httpUrlSchema.optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8, 'must have at least 8 characters').default('whsec_local_simulator'),
  /** The file that keeps the state; without it a restart loses the state. */
  STATE_FILE: z.string().optional(),
});

export type SimulatorConfig = z.output<typeof configSchema>;

export function readSimulatorConfig(env?: Environment): SimulatorConfig {
  return readConfig(configSchema, env);
}
