import type { ApiKeyScope } from '@inlet/contracts/scopes';
import type { Actor } from '#access/actor.ts';

/** The source of a request. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | null;
}

/** A person with a session, or a program with a key. */
export type Caller =
  | {
      readonly kind: 'session';
      readonly sessionId: string;
      /** When the person last entered the password, at the sign-in or later. */
      readonly confirmedAt: Date;
    }
  | { readonly kind: 'key'; readonly keyId: string; readonly name: string; readonly scopes: readonly ApiKeyScope[] };

export function actorOf(userId: string, personId: string | null, caller: Caller, client: Client): Actor {
  return { userId, personId, name: caller.kind === 'key' ? `key: ${caller.name}` : 'session', ...client };
}

/** Whether a scope is among those of a key; a person has all. */
export function hasScope(caller: Caller, scope: ApiKeyScope): boolean {
  return caller.kind === 'session' || caller.scopes.includes(scope);
}

export function mayOnlyRead(caller: Caller): boolean {
  return caller.kind === 'key' && !caller.scopes.some((scope) => scope.endsWith(':write'));
}
