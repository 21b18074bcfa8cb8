import { type Environment, httpUrlSchema, portSchema, readConfig, serviceEnv } from '@inlet/service/config';
import * as z from 'zod';

const configSchema = z.object({
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
  /** Whoever reaches it can pay for anybody. */
  HOST: z.string().default('127.0.0.1'),
  PORT: portSchema.default(12_111),
  /** Where browsers find its pages, when that is not where programs find its API. */
  STRIPE_PAGES_URL: httpUrlSchema.optional(),
  /** The name that other containers reach it by; without it only this machine may ask. */
  STRIPE_HOST_NAME: z.string().optional(),
  /** Where the signed events go; without it they are only listed. */
  STRIPE_WEBHOOK_URL: httpUrlSchema.optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8, 'must have at least 8 characters').default('whsec_local_simulator'),
  /** Keeps everything over a restart; without it a restart forgets. */
  STATE_FILE: z.string().optional(),
});

export type SimulatorConfig = z.output<typeof configSchema>;

export function readSimulatorConfig(env?: Environment): SimulatorConfig {
  return readConfig(configSchema, env);
}
