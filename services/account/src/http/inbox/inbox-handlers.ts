import type { inboxRoutes } from '@inlet/contracts/api/inbox';
import { isId } from '#access/is-id.ts';
import type { AccountDeps } from '#account-deps.ts';
import { readDashboard } from '#dashboard/read-dashboard.ts';
import { submissionNotFound } from '#errors.ts';
import { type Handlers, JsonText } from '#http/handler.ts';
import { exportSubmissions } from '#http/inbox/export-submissions.ts';
import { createChangesHandler } from '#http/inbox/read-changes.ts';
import { signalOfLeaving } from '#http/signal-of-leaving.ts';
import { readAccountAnalytics, readAnalytics } from '#inbox/analytics/read-analytics.ts';
import { createMarking } from '#inbox/change/mark-submissions.ts';
import { updateSubmission } from '#inbox/change/update-submission.ts';
import { updateSubmissions } from '#inbox/change/update-submissions.ts';
import { countInbox } from '#inbox/counts/count-inbox.ts';
import { createFilterDeletion } from '#inbox/delete/delete-by-filter.ts';
import { deleteByIds } from '#inbox/delete/delete-by-ids.ts';
import { listSubmissions } from '#inbox/list/list-submissions.ts';
import { findSimilar } from '#inbox/search/find-similar.ts';
import { readSubmission } from '#inbox/submissions/read-submission.ts';

export function inboxHandlers(deps: AccountDeps): Handlers<keyof typeof inboxRoutes> {
  const { prisma } = deps.database;
  const mark = createMarking(deps);
  const deleteByFilter = createFilterDeletion(deps);
  const readChanges = createChangesHandler(deps);
  return {
    listSubmissions: async ({ form, total, query, response }) =>
      // Null means that the client has disconnected, and reads no response.
      new JsonText((await listSubmissions(deps, { form, total }, query, signalOfLeaving(response))) ?? ''),
    readSubmission: async ({ form, path }) => new JsonText(await readSubmission(deps, form, idOf(path))),
    listSimilar: async ({ form, path }) => ({ ids: await findSimilar(deps, form.id, idOf(path)) }),
    updateSubmission: async ({ user, actor, form, path, body: { isSpam, ...state } }) => {
      const id = idOf(path);
      if (isSpam !== undefined) await mark(user, actor, { formId: form.id, ids: [id], isSpam });
      await updateSubmission(deps, actor, form.id, id, state);
      return new JsonText(await readSubmission(deps, form, id));
    },
    // Null means that the client has disconnected, and reads no response.
    updateSubmissions: async ({ actor, form, body, response }) =>
      (await updateSubmissions(deps, actor, form, body, signalOfLeaving(response))) ?? new JsonText(''),
    countSubmissions: ({ form, total }) => countInbox(deps, form, total),
    deleteSubmission: async ({ actor, form, path }) => {
      const count = await deleteByIds(prisma, actor, form.id, [idOf(path)]);
      if (count === 0) throw submissionNotFound();
    },
    markSubmissions: async ({ user, actor, form, body }) => ({
      count: await mark(user, actor, { formId: form.id, ...body }),
    }),
    deleteSubmissions: async ({ actor, form, body, response }) =>
      'ids' in body
        ? { count: await deleteByIds(prisma, actor, form.id, body.ids) }
        : deleteByFilter(actor, form.id, body.filter, () => response.destroyed),
    exportSubmissions: (call) => exportSubmissions(deps, call),
    readChanges,
    followSubmissions: ({ form, caller, request, response }) => {
      // HEAD must not open the stream.
      if (request.method === 'HEAD') response.type('text/event-stream').end();
      else deps.live.open(response, { formId: form.id, userId: form.userId, caller });
    },
    readFormAnalytics: ({ form, user, query }) => readAnalytics(deps, [form.id], { ...query, timeZone: user.timeZone }),
    readAnalytics: ({ user, membership, query }) =>
      readAccountAnalytics(deps, { user, membership }, { ...query, timeZone: user.timeZone }),
    readDashboard: async ({ user, membership, caller }) =>
      new JsonText(await readDashboard(deps, { user, membership }, caller)),
  };
}

function idOf({ sid }: { readonly sid: string }): string {
  if (!isId(sid)) throw submissionNotFound();
  return sid;
}
