import { includesRole, type Role } from '@inlet/contracts/roles';
import type { Member, MemberList, OpenInvitation, updateMemberSchema } from '@inlet/contracts/workspaces';
import type { Prisma, WorkspaceInvitation } from '@inlet/db/client';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { isId } from '#access/is-id.ts';
import { lockAccount } from '#access/lock-account.ts';
import { type Seat, seesForm } from '#access/seat.ts';
import { formNotFound, lastOwner, memberNotFound, roleTooLow } from '#errors.ts';
import { revokeKeysOf } from '#identity/keys/revoke-all-keys.ts';
import {
  deleteMember,
  findAllMembers,
  findInvitations,
  findOwnForms,
  type StoredMember,
  saveMember,
} from '#identity/workspaces/workspaces.store.ts';
import type { Resources } from '#resources.ts';

type MemberDeps = Pick<Resources, 'database'>;

/** A member of listed forms learns of no other form, also from the others' lists. */
export async function listMembers({ database }: MemberDeps, { user, membership }: Seat): Promise<MemberList> {
  const [members, invitations] = await Promise.all([
    findAllMembers(database.prisma, user.id),
    findInvitations(database.prisma, user.id),
  ]);
  const seen = members.map((member) => ({
    ...member,
    formIds: member.formIds.filter((id) => seesForm(membership, id)),
  }));
  return { members: seen.map(presentMember), invitations: invitations.map(presentInvitation) };
}

/** Changes what a member may do. Only an owner makes or changes owners, and the last one stays one. */
export async function updateMember(
  { database }: MemberDeps,
  { user, membership }: Seat,
  actor: Actor,
  { personId, change }: { readonly personId: string; readonly change: z.output<typeof updateMemberSchema> },
): Promise<Member> {
  const changed = await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, user.id);
    const members = await findAllMembers(tx, user.id);
    const member = memberOf(members, personId);
    const { role = member.role, allForms = change.formIds === undefined && member.allForms } = change;
    requirePower(membership.role, member.role, role);
    if (role !== 'owner') requireAnotherOwner(members, member.personId);
    const wanted = allForms || includesRole(role as Role, 'admin') ? [] : (change.formIds ?? member.formIds);
    const formIds = await requireOwnForms(tx, user.id, wanted);
    const seesAll = allForms || includesRole(role as Role, 'admin');
    await saveMember(tx, member, { role, allForms: seesAll, formIds });
    const details = { member: member.personId, from: member.role, role, allForms: seesAll };
    await recordAudit(tx, actor, 'member.changed', { ...details, forms: formIds });
    return { ...member, role, allForms: seesAll, formIds };
  });
  return presentMember(changed);
}

/** Takes a member away. Everybody may leave; only those who manage members remove others. */
export async function removeMember(
  { database }: MemberDeps,
  { user, membership }: Seat,
  actor: Actor,
  { personId, keepKeys }: { readonly personId: string; readonly keepKeys: boolean },
): Promise<void> {
  const isSelf = personId.toLowerCase() === actor.personId;
  if (!isSelf && !includesRole(membership.role, 'admin')) throw roleTooLow('admin');
  await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, user.id);
    const members = await findAllMembers(tx, user.id);
    const member = memberOf(members, personId);
    if (!isSelf) requirePower(membership.role, member.role, member.role);
    requireAnotherOwner(members, member.personId);
    await endMembership(tx, actor, member, { keepKeys, isSelf });
  });
}

async function endMembership(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { userId, personId }: StoredMember,
  { keepKeys, isSelf }: { readonly keepKeys: boolean; readonly isSelf: boolean },
): Promise<void> {
  if (!keepKeys) await revokeKeysOf(tx, actor, personId);
  await deleteMember(tx, userId, personId);
  await recordAudit(tx, actor, isSelf ? 'member.left' : 'member.removed', { member: personId });
}

function memberOf(members: readonly StoredMember[], personId: string): StoredMember {
  const member = isId(personId) && members.find((each) => each.personId === personId.toLowerCase());
  if (!member) throw memberNotFound();
  return member;
}

/** Forms that a member is to see, which the workspace must have. */
export async function requireOwnForms(
  tx: Prisma.TransactionClient,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await findOwnForms(tx, userId, ids);
  if (found.length < new Set(ids).size) throw formNotFound();
  return found;
}

/** An admin has no power over owners, and makes none. */
export function requirePower(own: Role, ...concerned: readonly string[]): void {
  if (own !== 'owner' && concerned.includes('owner')) throw roleTooLow('owner');
}

function requireAnotherOwner(members: readonly StoredMember[], personId: string): void {
  if (!members.some((member) => member.role === 'owner' && member.personId !== personId)) throw lastOwner('');
}

function presentMember({
  personId,
  person,
  role,
  allForms,
  formIds,
  hasSecondFactor,
  lastActiveOn,
}: StoredMember): Member {
  return {
    id: personId,
    email: person.email,
    role: role as Role,
    allForms,
    formIds: [...formIds],
    hasSecondFactor,
    lastActiveAt: lastActiveOn?.toISOString() ?? null,
  };
}

export function presentInvitation({ id, email, role, expiresAt }: WorkspaceInvitation): OpenInvitation {
  return { id, email, role: role as Role, expiresAt: expiresAt.toISOString() };
}
