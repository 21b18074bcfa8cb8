import type { Person } from '@inlet/db/client';
import type { ProvidedIdentity, Provider } from '#identity/providers/provider.ts';
import type { BegunSignIn } from '#identity/providers/provider-steps.store.ts';

/** Somebody who came back from a provider. */
export interface Arrival {
  readonly provider: Provider;
  readonly provided: ProvidedIdentity;
  readonly begun: BegunSignIn;
  /** The cookie of the browser. */
  readonly browser: string;
}

/** The person that an arrival opens the account of. */
export interface Admitted {
  readonly person: Person;
  /** The workspace that a new person has joined by an invitation. */
  readonly joined: string | null;
}
