import type { ApiKeyScope } from '@inlet/contracts/api-keys';
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
  | { readonly kind: 'key'; readonly keyId: string; readonly name: string; readonly scope: ApiKeyScope };

export function actorOf(userId: string, personId: string | null, caller: Caller, client: Client): Actor {
  return { userId, personId, name: caller.kind === 'key' ? `key: ${caller.name}` : 'session', ...client };
}

export function mayOnlyRead(caller: Caller): boolean {
  return caller.kind === 'key' && caller.scope === 'read';
}
