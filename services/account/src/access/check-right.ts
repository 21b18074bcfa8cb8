import { type Action, actions, includesRole, mayDo } from '@inlet/contracts/roles';
import { type Caller, hasScope } from '#access/caller.ts';
import type { Membership } from '#access/seat.ts';
import { roleTooLow, scopeMissing } from '#errors.ts';

export interface RightHolder {
  readonly caller: Caller;
  readonly membership: Membership;
}

/** Whether a member's role, and the scopes of a key, include something. */
export function hasRight({ caller, membership }: RightHolder, action: Exclude<Action, 'self'>): boolean {
  const { scope } = actions[action];
  return mayDo(membership.role, action) && (scope === null || hasScope(caller, scope));
}

/** Refuses what a member's role, or the scopes of a key, do not include. */
export function checkRight({ caller, membership }: RightHolder, action: Exclude<Action, 'self'>): void {
  const { role, scope } = actions[action];
  if (!includesRole(membership.role, role)) throw roleTooLow(role);
  if (scope !== null && !hasScope(caller, scope)) throw scopeMissing(scope);
}
