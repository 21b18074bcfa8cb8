import type { workspaceRoutes } from '@inlet/contracts/api/workspaces';
import { workspaceDeletedMail } from '@inlet/mail/mails/account-deleted-mail';
import { listAudit, readAuditFilter } from '#access/audit/list-audit.ts';
import { findSeat } from '#access/seats.store.ts';
import type { AccountDeps } from '#account-deps.ts';
import { endBilling } from '#billing/checkout/end-billing.ts';
import { tellAddress } from '#billing/subscription/tell-address.ts';
import { workspaceNotFound } from '#errors.ts';
import { type Handlers, JsonText } from '#http/handler.ts';
import { sendAudit } from '#http/workspaces/send-audit.ts';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import { inviteMember, join, withdrawInvitation } from '#identity/workspaces/invite-member.ts';
import { listMembers, removeMember, updateMember } from '#identity/workspaces/members.ts';
import {
  createWorkspace,
  listWorkspaces,
  presentWorkspace,
  updateWorkspace,
  useWorkspace,
} from '#identity/workspaces/my-workspaces.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { deleteAccount } from '#users/deletion/delete-account.ts';
import { nameOf } from '#users/profile/present-user.ts';

export function workspaceHandlers(deps: AccountDeps): Handlers<keyof typeof workspaceRoutes> {
  const { plans } = deps;
  const { prisma } = deps.database;
  return {
    listWorkspaces: async ({ person, seat }) => ({ workspaces: await listWorkspaces(deps, person, seat) }),
    createWorkspace: async ({ person, seat, client, body }) => {
      const actor = { personId: person.id, name: 'session', ...client };
      const user = await createWorkspace(deps, actor, { person, timeZone: seat?.user.timeZone ?? 'UTC' }, body);
      return presentWorkspace({ user, role: 'owner' }, plans, false);
    },
    updateWorkspace: async ({ user, membership, actor, body }) => {
      const saved = await updateWorkspace(deps, actor, user, body);
      if (plans.areSold) deps.background.run('address for bills at Stripe', () => tellAddress(deps, saved.id));
      return presentWorkspace({ user: saved, role: membership.role }, plans, true);
    },
    deleteWorkspace: async ({ user }) => {
      if (plans.areSold) await endBilling(deps, user);
      const mailOf = (to: string) => workspaceDeletedMail(to, nameOf(user));
      await deleteAccount(deps, user.id, { keepsPeople: true, mailOf });
      deps.background.run('mail that a workspace was deleted', () => handOverMails(deps));
    },
    useWorkspace: async ({ user, membership, caller }) => {
      await useWorkspace(deps, caller, user);
      return presentWorkspace({ user, role: membership.role }, plans, true);
    },
    listMembers: ({ user, membership }) => listMembers(deps, { user, membership }),
    listWorkspaceAudit: async (call) => {
      const { user, query } = call;
      const filter = await readAuditFilter(deps, query);
      if (query.format === 'json') return listAudit(deps, user.id, query, filter);
      await sendAudit(deps, call, filter);
      return new JsonText('');
    },
    updateMember: ({ user, membership, actor, path, body }) =>
      updateMember(deps, { user, membership }, actor, { personId: path.personId, change: body }),
    removeMember: ({ user, membership, actor, path, query }) =>
      removeMember(deps, { user, membership }, actor, { personId: path.personId, ...query }),
    inviteMember: async ({ person, user, membership, actor, body }) => {
      const invitation = await inviteMember(deps, { user, membership, person }, actor, body);
      deps.background.run('mail an invitation to a workspace', () => handOverMails(deps));
      return invitation;
    },
    withdrawInvitation: ({ user, membership, actor, path }) =>
      withdrawInvitation(deps, { user, membership }, actor, path.invitationId),
    joinWorkspace: async ({ person, client, body }) => {
      const userId = await prisma.$transaction((tx) =>
        join(tx, { person, tokenHash: hashLinkToken(body.token) }, client),
      );
      const seat = await findSeat(prisma, person.id, { asked: userId });
      if (!seat) throw workspaceNotFound();
      return presentWorkspace({ user: seat.user, role: seat.membership.role }, plans, false);
    },
  };
}
