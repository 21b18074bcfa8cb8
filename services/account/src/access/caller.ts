import type { ApiKeyScope } from '@inlet/contracts/api-keys';
import type { User } from '@inlet/db/client';
import { nameSubject } from '@inlet/service/http-app';
import type { Response } from 'express';
import type { Actor } from '#access/actor.ts';
import { clientOf } from '#access/client-of.ts';

/** Who asks: a person by a session, or a program by a key. */
export type Caller =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'key'; readonly keyId: string; readonly name: string; readonly scope: ApiKeyScope };

export function setCaller(response: Response, user: User, caller: Caller): void {
  response.locals.user = user;
  response.locals.caller = caller;
  nameSubject(response, { userId: user.id });
}

/** The user whom `requireUser` let pass. */
export function currentUser(response: Response): User {
  return response.locals.user as User;
}

export function currentCaller(response: Response): Caller {
  return response.locals.caller as Caller;
}

/** The caller, as what it does is noted. */
export function actorOf(response: Response): Actor {
  const caller = currentCaller(response);
  const name = caller.kind === 'key' ? `key: ${caller.name}` : 'session';
  return { userId: currentUser(response).id, name, ...clientOf(response) };
}
