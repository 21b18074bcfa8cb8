import type { AppConfig } from '@inlet/contracts/app-config';
import type { RequestHandler } from 'express';
import { findWaitlistEndpoint } from '#account/waitlist/system-account.ts';
import type { AccountDeps } from '#deps/account-deps.ts';

/** The waitlist hardly ever changes, and every visit asks. */
const keptMs = 30_000;

/** What the web app must know before anybody signs in. */
export function readAppConfigHandler({ config, database }: Pick<AccountDeps, 'config' | 'database'>): RequestHandler {
  let waitlist: { readonly endpointId: string; readonly readAtMs: number } | undefined;

  async function readWaitlist(): Promise<string | null> {
    if (waitlist && Date.now() - waitlist.readAtMs < keptMs) return waitlist.endpointId;
    const endpointId = await findWaitlistEndpoint({ database });
    waitlist = endpointId === null ? undefined : { endpointId, readAtMs: Date.now() };
    return endpointId;
  }

  return async (_request, response) => {
    const answer: AppConfig = { waitlistEndpointId: await readWaitlist(), signUp: config.SIGN_UP };
    response.json(answer);
  };
}
