import type { AppConfig } from '@inlet/contracts/app-config';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps.ts';

/** What the web app must know before anybody signs in. */
export function readAppConfigHandler({ config }: Pick<AccountDeps, 'config'>): RequestHandler {
  const answer: AppConfig = { waitlistEndpointId: null, signUp: config.SIGN_UP };
  return (_request, response) => {
    response.json(answer);
  };
}
