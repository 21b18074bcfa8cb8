import type { Role } from '@inlet/contracts/roles';
import type { User } from '@inlet/db/client';

/** What somebody may do in a workspace. */
export interface Membership {
  readonly role: Role;
  /** Without it, only the forms in `formIds` exist for the member. */
  readonly allForms: boolean;
  readonly formIds: readonly string[];
  /** The last day on which the member did something in the workspace. */
  readonly lastActiveOn: Date | null;
}

/** A workspace, with what the caller may do in it. */
export interface Seat {
  readonly user: User;
  readonly membership: Membership;
}

/** Whether a form exists for a member. */
export function seesForm({ allForms, formIds }: Membership, formId: string): boolean {
  return allForms || formIds.includes(formId);
}

/** The forms that a member sees; null for all of them. */
export function formsSeen({ allForms, formIds }: Membership): readonly string[] | null {
  return allForms ? null : formIds;
}
