import { unavailable } from '@inlet/http/errors';
import { readRefusals } from '@inlet/redis/refusals';
import type { Resources } from '#resources.ts';

/** The refusals at a form's endpoint in the last seven days, so that its owner can fix the website. */
export function readReport({ redis, keys, logger }: Pick<Resources, 'redis' | 'keys' | 'logger'>, formId: string) {
  return readRefusals(redis, keys, formId).catch((err: unknown) => {
    logger.warn({ err }, 'refusals: report cannot be read');
    throw unavailable();
  });
}
