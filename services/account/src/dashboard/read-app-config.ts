import type { AppConfig } from '@inlet/contracts/app-config';
import type { Providers } from '#identity/providers/create-providers.ts';
import type { Resources } from '#resources.ts';
import { findWaitlistEndpoint } from '#users/waitlist/system-account.ts';

/** The waitlist hardly ever changes, and every visit reads it. */
const keptMs = 30_000;

/** Reads what the web app must know before anyone signs in. */
export function createAppConfigReader({
  config,
  database,
  plans,
  providers,
}: Pick<Resources, 'config' | 'database' | 'plans'> & { readonly providers: Providers }): () => Promise<AppConfig> {
  let waitlist: { readonly endpointId: string; readonly readAtMs: number } | undefined;

  async function readWaitlist(): Promise<string | null> {
    if (waitlist && Date.now() - waitlist.readAtMs < keptMs) return waitlist.endpointId;
    const endpointId = await findWaitlistEndpoint({ database });
    waitlist = endpointId === null ? undefined : { endpointId, readAtMs: Date.now() };
    return endpointId;
  }

  return async () => ({
    // Without sales there is no waitlist.
    waitlistEndpointId: plans.areSold ? await readWaitlist() : null,
    billing: config.BILLING,
    supportEmail: config.OPERATOR_EMAIL ?? null,
    signUp: config.SIGN_UP,
    signInWith: [...providers.values()].map(({ id, name }) => ({ id, name })),
    passwords: config.PASSWORDS === 'on',
  });
}
