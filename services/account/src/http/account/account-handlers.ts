import { accountRoutes } from '@inlet/contracts/api/account';
import { listAudit } from '#access/audit/list-audit.ts';
import { checkRight } from '#access/check-right.ts';
import type { AccountDeps } from '#account-deps.ts';
import { createAppConfigReader } from '#dashboard/read-app-config.ts';
import { personRequired } from '#errors.ts';
import type { Call, Handlers } from '#http/handler.ts';
import { createRefreshCookie } from '#http/identity/refresh-cookie.ts';
import { buildDocument } from '#http/openapi/build-document.ts';
import { sendExport } from '#http/send-export.ts';
import { wasInvited } from '#identity/invitations/was-invited.ts';
import { confirmCaller } from '#identity/sessions/confirm-session.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { deletePerson } from '#users/deletion/delete-person.ts';
import { exportAccount } from '#users/export/export-account.ts';
import { presentUser } from '#users/profile/present-user.ts';
import { updatePerson } from '#users/profile/update-person.ts';
import { updateUser } from '#users/profile/update-user.ts';

/** It is fixed per release. */
const cacheControl = 'public, max-age=300';

export function accountHandlers(deps: AccountDeps): Handlers<keyof typeof accountRoutes> {
  const { PUBLIC_URL } = deps.config;
  const cookie = createRefreshCookie(PUBLIC_URL);
  // Built at the first request, to keep the start fast.
  let document: string | undefined;
  return {
    readMe: async ({ person, seat }) => {
      const isInvited = seat !== null && (await wasInvited(deps.database.prisma, seat.user));
      return presentUser({ person, seat, isInvited }, deps.plans);
    },
    updateMe: async (call) => {
      const { person, user, membership, actor, body } = call;
      const { wantsWorkMails, ...ofWorkspace } = body;
      if (Object.keys(ofWorkspace).length > 0) checkRight(call, 'workspace:update');
      if (wantsWorkMails !== undefined && person === null) throw personRequired();
      const seat = { user: await updateUser(deps, actor, user, ofWorkspace), membership };
      const saved = await updatePerson(deps, actor, person, wantsWorkMails);
      return presentUser({ person: saved, seat, isInvited: await wasInvited(deps.database.prisma, user) }, deps.plans);
    },
    deleteMe: async ({ person, caller, client, body, response }) => {
      await confirmCaller(deps, { person, caller }, body.password);
      await deletePerson(deps, person, client);
      deps.background.run('mail that an account was deleted', () => handOverMails(deps));
      cookie.clear(response);
    },
    exportMe: (call) => sendAccount(deps, call),
    listAudit: ({ user, query }) => listAudit(deps, user.id, query),
    readConfig: createAppConfigReader(deps),
    readDescription: ({ response }) => {
      document ??= JSON.stringify(buildDocument(PUBLIC_URL));
      response.set('cache-control', cacheControl).type('application/json').send(document);
    },
    readReference: ({ response }) => {
      response.set('cache-control', cacheControl).redirect(accountRoutes.readReference.success.location);
    },
  };
}

async function sendAccount(
  deps: AccountDeps,
  { request, response, person, caller, user, membership, actor }: Call<'exportMe'>,
): Promise<void> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="inlet-export-${new Date().toISOString().slice(0, 10)}.json"`,
    vary: 'accept-encoding',
  };
  if (request.method === 'HEAD') {
    response.set(headers).end();
    return;
  }
  const leave = deps.exportShare.slots.take(user.id);
  try {
    // Before anything is said, so that a database which is away is answered as such.
    const pieces = await exportAccount(deps, deps.exportShare.semaphore, actor, { person, user, membership });
    response.set(headers);
    const doneBy = { caller, userId: user.id, action: 'workspace:export', formIds: [] } as const;
    await sendExport(deps, request, response, pieces, { doneBy });
  } finally {
    leave();
  }
}
