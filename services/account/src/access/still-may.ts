import { type Action, includesRole, leastRole, roles } from '@inlet/contracts/roles';
import type { Pool } from 'pg';
import type { Caller } from '#access/caller.ts';
import { hasRight } from '#access/rights.store.ts';

/** Something that is done for longer than a moment. */
export interface LongCall {
  readonly caller: Caller;
  readonly userId: string;
  readonly action: Action;
  /** The forms that the member must see; null for all of them, and none where the role alone decides. */
  readonly formIds: readonly string[] | null;
}

/** Whether the session or the key still exists, and may still do what it began. */
export function stillMay(pool: Pool, { caller, userId, action, formIds }: LongCall): Promise<boolean> {
  const least = leastRole(action);
  return hasRight(pool, {
    userId,
    formIds,
    sessionId: caller.kind === 'session' ? caller.sessionId : null,
    keyId: caller.kind === 'key' ? caller.keyId : null,
    roles: roles.filter((role) => includesRole(role, least)),
  });
}
