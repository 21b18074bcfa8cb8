import type { RequestHandler } from 'express';
import type { AccountDeps } from '#account-deps.ts';
import { passwordsOff } from '#errors.ts';

/** Refuses passwords where only providers sign people in. */
export function requirePasswords({ config }: Pick<AccountDeps, 'config'>): RequestHandler {
  return (_request, _response, next) => next(config.PASSWORDS === 'off' ? passwordsOff() : undefined);
}
