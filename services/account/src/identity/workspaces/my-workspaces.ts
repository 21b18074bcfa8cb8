import type { createWorkspaceSchema, updateWorkspaceSchema, Workspace } from '@inlet/contracts/workspaces';
import type { Person, User } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { Caller } from '#access/caller.ts';
import { lockAccount } from '#access/lock-account.ts';
import { lockPerson } from '#access/people.store.ts';
import type { Seat } from '#access/seat.ts';
import { workspaceLimitReached } from '#errors.ts';
import {
  countOwned,
  findMine,
  insertWorkspace,
  saveLastUsed,
  saveWorkspace,
} from '#identity/workspaces/workspaces.store.ts';
import type { Plans } from '#plan/plans.ts';
import type { Resources } from '#resources.ts';
import { nameOf } from '#users/profile/present-user.ts';

type WorkspaceDeps = Pick<Resources, 'database' | 'config'>;

export function presentWorkspace(
  { user, role }: { readonly user: User; readonly role: string },
  plans: Plans,
  isCurrent: boolean,
): Workspace {
  return {
    id: user.id,
    name: nameOf(user),
    role: role as Workspace['role'],
    plan: plans.nameOf(user.plan),
    isCurrent,
    billingEmail: user.billingEmail ?? user.email,
    requireSecondFactor: user.requiresSecondFactor,
  };
}

export async function listWorkspaces(
  { database, plans }: Pick<Resources, 'database' | 'plans'>,
  person: Person,
  current: Seat | null,
): Promise<Workspace[]> {
  const mine = await findMine(database.prisma, person.id);
  return mine.map((each) => presentWorkspace(each, plans, each.userId === current?.user.id));
}

/** Makes a workspace that the person owns, where the installation allows one more. */
export function createWorkspace(
  { database, config }: WorkspaceDeps,
  actor: Omit<Actor, 'userId'>,
  { person, timeZone }: { readonly person: Person; readonly timeZone: string },
  { name }: z.output<typeof createWorkspaceSchema>,
): Promise<User> {
  const limit = config.WORKSPACES_PER_PERSON ?? (config.BILLING === 'off' || config.SIGN_UP === 'invite' ? 1 : 5);
  return database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, person.id);
    if ((await countOwned(tx, person.id)) >= limit) throw workspaceLimitReached(limit);
    const user = await insertWorkspace(tx, { id: uuidv7(), name, timeZone }, person.id);
    await recordAudit(tx, { ...actor, userId: user.id }, 'workspace.created', { name });
    return user;
  });
}

export function updateWorkspace(
  { database }: Pick<Resources, 'database'>,
  actor: Actor,
  user: User,
  change: z.output<typeof updateWorkspaceSchema>,
): Promise<User> {
  const { requireSecondFactor, billingEmail = user.billingEmail } = change;
  const name = change.name ?? user.name;
  const requiresSecondFactor = requireSecondFactor ?? user.requiresSecondFactor;
  return database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, user.id);
    const before = { name: user.name, billingEmail: user.billingEmail, requireSecondFactor: user.requiresSecondFactor };
    const now = { name, billingEmail, requireSecondFactor: requiresSecondFactor };
    const old = Object.fromEntries(Object.entries(before).map(([key, value]) => [`${key}Before`, value]));
    await recordAudit(tx, actor, 'workspace.updated', { ...now, ...old });
    return saveWorkspace(tx, user.id, { name, billingEmail, requiresSecondFactor });
  });
}

/** The workspace of the next requests that name none. */
export async function useWorkspace({ database }: Pick<Resources, 'database'>, caller: Caller, user: User) {
  if (caller.kind === 'session') await saveLastUsed(database.prisma, caller.sessionId, user.id);
}
