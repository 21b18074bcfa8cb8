import { includesRole } from '@inlet/contracts/roles';
import {
  type inviteMemberSchema,
  membersMax,
  type OpenInvitation,
  workspaceInvitationDays,
} from '@inlet/contracts/workspaces';
import type { Person, Prisma, WorkspaceInvitation } from '@inlet/db/client';
import { workspaceInvitationMail } from '@inlet/mail/mails/workspace-invitation-mail';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { isId } from '#access/is-id.ts';
import { lockAccount } from '#access/lock-account.ts';
import type { Seat } from '#access/seat.ts';
import { alreadyMember, invalidToken, invitationLimitReached, invitationNotFound, otherInvitation } from '#errors.ts';
import { createLinkToken } from '#identity/credentials/link-token.ts';
import { presentInvitation, requireOwnForms, requirePower } from '#identity/workspaces/members.ts';
import {
  deleteInvitation,
  findAllMembers,
  findByHash,
  findInvitations,
  findOwnForms,
  saveInvitation,
  saveMember,
  takeInvitation,
} from '#identity/workspaces/workspaces.store.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';
import { nameOf } from '#users/profile/present-user.ts';

type InviteDeps = Pick<Resources, 'database' | 'config'>;

/** Mails a link that lets the reader of an address join, once. One that was mailed to the address before ends. */
export async function inviteMember(
  { database, config }: InviteDeps,
  { user, membership, person }: Seat & { readonly person: Person },
  actor: Actor,
  { email, role, formIds = [], allForms = formIds.length === 0 }: z.output<typeof inviteMemberSchema>,
): Promise<OpenInvitation> {
  requirePower(membership.role, role);
  const seesAll = allForms || includesRole(role, 'admin');
  const { token, tokenHash } = createLinkToken();
  const invitation = await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, user.id);
    const [members, open] = [await findAllMembers(tx, user.id), await findInvitations(tx, user.id)];
    if (members.some((member) => member.person.email === email)) throw alreadyMember();
    const others = open.filter((each) => each.email !== email);
    if (members.length + others.length >= membersMax) throw invitationLimitReached(membersMax);
    const seen = seesAll ? [] : await requireOwnForms(tx, user.id, formIds);
    const saved = await saveInvitation(tx, {
      ...{ id: uuidv7(), userId: user.id, email, role, allForms: seesAll, formIds: seen, tokenHash },
      ...{ invitedBy: person.id, expiresAt: new Date(Date.now() + workspaceInvitationDays * 86_400_000) },
    });
    await recordAudit(tx, actor, 'member.invited', { invitation: saved.id, role, allForms: seesAll, forms: seen });
    const link = `${config.PUBLIC_URL}/auth?${new URLSearchParams({ join: token })}`;
    await keepMail(tx, workspaceInvitationMail(email, link, nameOf(user), person.email), saved.id);
    return saved;
  });
  return presentInvitation(invitation);
}

export async function withdrawInvitation(
  { database }: InviteDeps,
  seat: Seat,
  actor: Actor,
  id: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    const gone = isId(id) ? await deleteInvitation(tx, actor.userId, id) : null;
    if (!gone) throw invitationNotFound();
    requirePower(seat.membership.role, gone.role);
    await recordAudit(tx, actor, 'member.invitation_withdrawn', { invitation: gone.id, role: gone.role });
  });
}

/** An invitation for an address, or a refusal. */
export async function findJoin(
  reader: Pick<Prisma.TransactionClient, 'workspaceInvitation'>,
  tokenHash: string,
  email: string,
): Promise<WorkspaceInvitation> {
  const invitation = await findByHash(reader, tokenHash);
  if (!invitation) throw invalidToken();
  if (invitation.email !== email) throw otherInvitation();
  return invitation;
}

/** Makes a person a member, and returns the id of the workspace. The link has shown whose address it is. */
export async function join(
  tx: Prisma.TransactionClient,
  { person, tokenHash }: { readonly person: Pick<Person, 'id' | 'email'>; readonly tokenHash: string },
  client: Pick<Actor, 'address' | 'userAgent'>,
): Promise<string> {
  const { id, userId, role, allForms, formIds } = await findJoin(tx, tokenHash, person.email);
  await lockAccount(tx, userId);
  if (!(await takeInvitation(tx, id))) throw invalidToken();
  const members = await findAllMembers(tx, userId);
  if (members.some(({ personId }) => personId === person.id)) return userId;
  const seen = await findOwnForms(tx, userId, formIds);
  await saveMember(tx, { userId, personId: person.id }, { role, allForms, formIds: seen });
  const actor = { userId, personId: person.id, name: 'session', ...client };
  // With the id of the invitation, so that its own event finds who joined.
  await recordAudit(tx, actor, 'member.joined', { member: person.id, role }, id);
  return userId;
}
