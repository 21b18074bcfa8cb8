import { type Environment, portSchema, publicUrlSchema, readConfig, serviceEnv } from '@inlet/process/config';
import * as z from 'zod';
import { volumesSchema } from '#watch/volumes.ts';

const configSchema = z.object({
  HOST: serviceEnv.HOST,
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
  PORT: portSchema.default(8086),
  PUBLIC_URL: publicUrlSchema,
  VOLUMES: volumesSchema,
  /** The folder of scheduled backups. */
  BACKUP_FOLDER: z.string().min(1),
});

export type WatchConfig = z.output<typeof configSchema>;

export function loadConfig(env?: Environment): WatchConfig {
  return readConfig(configSchema, env);
}
