import { type Action, actions, includesRole } from '@inlet/contracts/roles';
import { type Caller, hasScope } from '#access/caller.ts';
import type { Membership } from '#access/seat.ts';
import { roleTooLow, scopeMissing } from '#errors.ts';

/** Refuses what a member's role, or the scopes of a key, do not include. */
export function checkRight(
  { caller, membership }: { readonly caller: Caller; readonly membership: Membership },
  action: Exclude<Action, 'self'>,
): void {
  const { role, scope } = actions[action];
  if (!includesRole(membership.role, role)) throw roleTooLow(role);
  if (scope !== null && !hasScope(caller, scope)) throw scopeMissing(scope);
}
