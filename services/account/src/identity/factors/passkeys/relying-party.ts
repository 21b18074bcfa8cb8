import type { Resources } from '#resources.ts';

/** The website that passkeys belong to, as browsers see it. */
export interface RelyingParty {
  /** The host name, or a parent domain of it, that stays with each passkey for ever. */
  readonly id: string;
  readonly origin: string;
}

/** From the settings alone: a name from a request would let another website use the passkeys. */
export function relyingParty({ config }: Pick<Resources, 'config'>): RelyingParty {
  const { hostname, origin } = new URL(config.PUBLIC_URL);
  return { id: config.PASSKEY_DOMAIN ?? hostname, origin };
}

/** EdDSA, ES256 and RS256, by their numbers in COSE: what authenticators have, and Node supports for good. */
export const keyAlgorithms = [-8, -7, -257];
