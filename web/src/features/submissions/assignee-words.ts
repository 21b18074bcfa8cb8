import type { Member } from '@inlet/contracts/workspaces';

/** A member as a list names it. */
export function nameOf({ id, email }: Pick<Member, 'id' | 'email'>, personId: string | null): string {
  return id === personId ? `${email} (you)` : email;
}
