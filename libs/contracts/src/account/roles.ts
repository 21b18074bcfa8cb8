import type { ApiKeyScope } from '#account/scopes.ts';

/** The roles of a workspace. Each may do what those before it may do. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

interface Right {
  /** The least role that may do it. */
  readonly role: Role;
  /** The scope that an API key needs for it; null where every key will do, or where no key is taken. */
  readonly scope: ApiKeyScope | null;
}

/** Everything that is done in a workspace, with the right that it takes. */
export const actions = {
  'workspace:read': { role: 'viewer', scope: null },
  'mails:choose': { role: 'viewer', scope: null },
  'workspace:update': { role: 'admin', scope: 'forms:write' },
  'workspace:export': { role: 'admin', scope: null },
  'workspace:delete': { role: 'owner', scope: null },
  'workspace:leave': { role: 'viewer', scope: null },
  'members:read': { role: 'viewer', scope: null },
  'members:manage': { role: 'admin', scope: null },
  'keys:manage': { role: 'admin', scope: null },
  'mail:check': { role: 'admin', scope: null },
  'audit:read': { role: 'admin', scope: null },
  'billing:manage': { role: 'owner', scope: null },
  'forms:read': { role: 'viewer', scope: 'forms:read' },
  'forms:write': { role: 'editor', scope: 'forms:write' },
  'submissions:read': { role: 'viewer', scope: 'submissions:read' },
  'submissions:note': { role: 'viewer', scope: 'submissions:write' },
  'submissions:export': { role: 'editor', scope: 'submissions:read' },
  'submissions:write': { role: 'editor', scope: 'submissions:write' },
  'integrations:manage': { role: 'editor', scope: 'integrations:write' },
  /** What is delivered holds submissions. */
  'deliveries:read': { role: 'editor', scope: 'submissions:read' },
  'people:read': { role: 'viewer', scope: 'submissions:read' },
  'people:erase': { role: 'admin', scope: 'submissions:read' },
} as const satisfies Readonly<Record<string, Right>>;
/** What is done in a workspace. `self` concerns the caller alone, and takes no right. */
export type Action = keyof typeof actions | 'self';

/** Whether a role includes what another one may do. */
export function includesRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** The least role for an action. */
export function leastRole(action: Action): Role {
  return action === 'self' ? 'viewer' : actions[action].role;
}

/** Whether a role may do something. */
export function mayDo(role: Role, action: Action): boolean {
  return includesRole(role, leastRole(action));
}
