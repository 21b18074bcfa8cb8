import type { inboxRoutes } from '@inlet/contracts/api/inbox';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import { checkRight } from '#access/check-right.ts';
import { isId } from '#access/is-id.ts';
import type { AccountDeps } from '#account-deps.ts';
import { readDashboard } from '#dashboard/read-dashboard.ts';
import { submissionNotFound } from '#errors.ts';
import { type Call, type Handlers, JsonText } from '#http/handler.ts';
import { exportSubmissions } from '#http/inbox/export-submissions.ts';
import { createChangesHandler } from '#http/inbox/read-changes.ts';
import { signalOfLeaving } from '#http/signal-of-leaving.ts';
import { readAccountAnalytics, readAnalytics } from '#inbox/analytics/read-analytics.ts';
import { createMarking } from '#inbox/change/mark-submissions.ts';
import { type Told, updateSubmission } from '#inbox/change/update-submission.ts';
import { updateSubmissions } from '#inbox/change/update-submissions.ts';
import { countInbox } from '#inbox/counts/count-inbox.ts';
import { createFilterDeletion } from '#inbox/delete/delete-by-filter.ts';
import { deleteByIds } from '#inbox/delete/delete-by-ids.ts';
import { listSubmissions } from '#inbox/list/list-submissions.ts';
import { findSimilar } from '#inbox/search/find-similar.ts';
import { readSubmission } from '#inbox/submissions/read-submission.ts';
import { findAssignee, withPerson } from '#inbox/work/resolve-assignee.ts';
import { createWorkMails } from '#inbox/work/work-mails.ts';

export function inboxHandlers(deps: AccountDeps): Handlers<keyof typeof inboxRoutes> {
  const { prisma } = deps.database;
  const mark = createMarking(deps);
  const deleteByFilter = createFilterDeletion(deps);
  const readChanges = createChangesHandler(deps);
  const { redis, keys, background } = deps;
  /** Tells those who follow the form, such as other people with the same list. */
  const tellFollowers = (form: { readonly id: string }) =>
    background.run('news of a form', () => publishStoredForms(redis, keys, [{ formId: form.id }]));
  return {
    listSubmissions: async ({ form, total, person, query, response }) =>
      // Null means that the client has disconnected, and reads no response.
      new JsonText(
        (await listSubmissions(deps, { form, total }, withPerson(query, person), signalOfLeaving(response))) ?? '',
      ),
    readSubmission: async ({ form, path }) => new JsonText(await readSubmission(deps, form, idOf(path))),
    listSimilar: async ({ form, path }) => ({ ids: await findSimilar(deps, form.id, idOf(path)) }),
    updateSubmission: async (call) => {
      const { user, actor, form, path, body } = call;
      const { isSpam, ...state } = body;
      const id = idOf(path);
      if (!isNoteAlone(body)) checkRight(call, 'submissions:write');
      const told = await toldOf(deps, call, state);
      if (isSpam !== undefined) {
        await mark(user, actor, { formId: form.id, ids: [id], isSpam });
        tellFollowers(form);
      }
      await updateSubmission(deps, actor, form, { ...state, id }, told);
      told.mails.send();
      return new JsonText(await readSubmission(deps, form, id));
    },
    // Null means that the client has disconnected, and reads no response.
    updateSubmissions: async (call) => {
      const { actor, form, person, response } = call;
      const body = 'filter' in call.body ? { ...call.body, filter: withPerson(call.body.filter, person) } : call.body;
      const told = await toldOf(deps, call, 'set' in body ? body.set : {});
      const updated = await updateSubmissions(deps, actor, form, body, told, signalOfLeaving(response));
      told.mails.send();
      return updated ?? new JsonText('');
    },
    countSubmissions: ({ form, total }) => countInbox(deps, form, total),
    deleteSubmission: async ({ actor, form, path }) => {
      const count = await deleteByIds(prisma, actor, form.id, [idOf(path)]);
      if (count === 0) throw submissionNotFound();
      tellFollowers(form);
    },
    markSubmissions: async ({ user, actor, form, body }) => {
      const count = await mark(user, actor, { formId: form.id, ...body });
      tellFollowers(form);
      return { count };
    },
    deleteSubmissions: async ({ actor, form, person, body, response }) => {
      const deleted =
        'ids' in body
          ? { count: await deleteByIds(prisma, actor, form.id, body.ids) }
          : await deleteByFilter(actor, form.id, withPerson(body.filter, person), () => response.destroyed);
      tellFollowers(form);
      return deleted;
    },
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

/** The people that hear of a change. An assignee that is no member is refused before anything changes. */
async function toldOf(
  deps: AccountDeps,
  call: Pick<Call<'updateSubmission'>, 'form' | 'actor' | 'person'>,
  { assigneeId }: { readonly assigneeId?: string | null | undefined },
): Promise<Told> {
  return { assignee: await findAssignee(deps, call.form, assigneeId), mails: createWorkMails(deps, call) };
}

/** Whether a change takes no more than the right to write a note. */
function isNoteAlone(body: Call<'updateSubmission'>['body']): boolean {
  return Object.entries(body).every(([name, value]) => name === 'note' || value === undefined);
}

function idOf({ sid }: { readonly sid: string }): string {
  if (!isId(sid)) throw submissionNotFound();
  return sid;
}
