import type { ApiKeyScope } from '@inlet/contracts/api-keys';
import type { User } from '@inlet/db/client';
import type { Response } from 'express';

/** Who asks: a person by a session, or a program by a key. */
export type Caller =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'key'; readonly keyId: string; readonly name: string; readonly scope: ApiKeyScope };

export function setCaller(response: Response, user: User, caller: Caller): void {
  response.locals.user = user;
  response.locals.caller = caller;
}

/** The user whom `requireUser` let pass. */
export function currentUser(response: Response): User {
  return response.locals.user as User;
}

export function currentCaller(response: Response): Caller {
  return response.locals.caller as Caller;
}
