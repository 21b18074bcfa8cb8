import type { Role } from '@inlet/contracts/roles';

export const roleNames: Record<Role, string> = { owner: 'Owner', admin: 'Admin', editor: 'Editor', viewer: 'Viewer' };

export const roleHints: Record<Role, string> = {
  owner: 'Everything, with billing, other owners and deletion.',
  admin: 'All forms and settings, API keys, and the members below owner.',
  editor: 'Works on submissions, creates and changes forms.',
  viewer: 'Reads submissions and analytics.',
};

/** The roles that a person may give: only an owner makes owners. */
export function givenBy(own: Role | null): readonly Role[] {
  const below: readonly Role[] = ['admin', 'editor', 'viewer'];
  return own === 'owner' ? ['owner', ...below] : below;
}

/** Admins and owners see every form. */
export function seesAll(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}
