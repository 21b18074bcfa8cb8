import type { HttpError } from '@inlet/http/errors';
import type { AccountDeps } from '#account-deps.ts';

/** Objects that are addressed by an id alone, each of one workspace. */
export interface Owned<Found> {
  /** Finds the object in any workspace: the guard of the route compares the owner. */
  readonly find: (deps: Pick<AccountDeps, 'database'>, id: string) => Promise<Found | null>;
  readonly notFound: () => HttpError;
}
