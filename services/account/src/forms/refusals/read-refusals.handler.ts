import { readRefusals } from '@inlet/redis/refusals';
import { unavailable } from '@inlet/service/http-error';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps/account-deps.ts';
import { ownForm } from '#forms/own-form.ts';

/** What was refused at a form's endpoint in the last seven days, for its owner to mend the website. */
export function readRefusalsHandler({ database, redis, keys, logger }: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { form } = await ownForm({ database }, request, response);
    const report = await readRefusals(redis, keys, form.id).catch((err: unknown) => {
      logger.warn({ err }, 'refusals cannot be read');
      throw unavailable();
    });
    response.json(report);
  };
}
