import type { ProviderId } from '@inlet/contracts/identities';
import type { SignInProblem } from '@inlet/contracts/sign-in-problems';

/** The time to sign in at a provider, and the time to sign in as before after that. */
export const beginMinutes = 10;
export const waitMinutes = 30;

/** The part of a sign-in that only the browser that began it can repeat. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A person as a provider knows it. Issuer and subject together are the identity; the address proves nothing alone. */
export interface ProvidedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider says that the address is the person's. */
  readonly isVerified: boolean;
}

export interface Provider {
  readonly id: ProviderId;
  readonly name: string;
  readonly issuer: string;
  /** True for the issuer of the operator, who decides about the people there. */
  readonly isOperators: boolean;
  /** True where everybody in the world can have an account: its addresses count if they are verified there. */
  readonly isPublic: boolean;
  /** The page where the person signs in. */
  readonly begin: (callbackUrl: string, checks: Checks) => Promise<URL>;
  /** The person that came back, by the address of the callback with its query. */
  readonly finish: (callback: URL, checks: Checks) => Promise<ProvidedIdentity>;
}

/** A sign-in that ends on the screen, with a sentence of `sign-in-problems.ts`. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}
