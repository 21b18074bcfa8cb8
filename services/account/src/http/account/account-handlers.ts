import { accountRoutes } from '@inlet/contracts/api/account';
import { listAudit } from '#access/audit/list-audit.ts';
import type { AccountDeps } from '#account-deps.ts';
import { endBilling } from '#billing/checkout/end-billing.ts';
import { createAppConfigReader } from '#dashboard/read-app-config.ts';
import type { Call, Handlers } from '#http/handler.ts';
import { createRefreshCookie } from '#http/identity/refresh-cookie.ts';
import { buildDocument } from '#http/openapi/build-document.ts';
import { sendExport } from '#http/send-export.ts';
import { confirmPassword } from '#identity/credentials/confirm-password.ts';
import { wasInvited } from '#identity/invitations/was-invited.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { deleteAccount } from '#users/deletion/delete-account.ts';
import { exportAccount } from '#users/export/export-account.ts';
import { presentUser } from '#users/profile/present-user.ts';
import { updateUser } from '#users/profile/update-user.ts';

/** It is fixed per release. */
const cacheControl = 'public, max-age=300';

export function accountHandlers(deps: AccountDeps): Handlers<keyof typeof accountRoutes> {
  const { PUBLIC_URL } = deps.config;
  const cookie = createRefreshCookie(PUBLIC_URL);
  // Built at the first request, to keep the start fast.
  let document: string | undefined;
  return {
    readMe: async ({ user }) => presentUser(user, await wasInvited(deps.database.prisma, user), deps.plans),
    updateMe: async ({ user, actor, body }) => {
      const { prisma } = deps.database;
      return presentUser(await updateUser(deps, actor, user, body), await wasInvited(prisma, user), deps.plans);
    },
    deleteMe: async ({ user, body, response }) => {
      await confirmPassword(deps, user, body.password);
      if (deps.plans.areSold) await endBilling(deps, user);
      await deleteAccount(deps, user.id);
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

async function sendAccount(deps: AccountDeps, { request, response, user, actor }: Call<'exportMe'>): Promise<void> {
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
    // Runs before the response starts, so that an unavailable database still results in an error status.
    const pieces = await exportAccount(deps, deps.exportShare.semaphore, actor, user);
    response.set(headers);
    await sendExport(deps, request, response, pieces);
  } finally {
    leave();
  }
}
