import type { formRoutes } from '@inlet/contracts/api/forms';
import { recordAudit } from '#access/audit/record-audit.ts';
import { findOwners } from '#access/owners.store.ts';
import { formsSeen } from '#access/seat.ts';
import { listForm } from '#access/seats.store.ts';
import type { AccountDeps } from '#account-deps.ts';
import { showForm } from '#forms/closing/show-forms.ts';
import { createForm } from '#forms/create-form.ts';
import { deleteForm } from '#forms/delete-form.ts';
import { listForms } from '#forms/list-forms.ts';
import { readReport } from '#forms/refusals/read-report.ts';
import { presentDefault, updateDefault } from '#forms/retention/default-retention.ts';
import { readRetention } from '#forms/retention/read-retention.ts';
import { updateRetention } from '#forms/retention/update-retention.ts';
import { sendTestSubmission } from '#forms/test-submissions/send-test-submission.ts';
import { updateForm } from '#forms/update-form.ts';
import type { Handlers } from '#http/handler.ts';
import { notifyOwner } from '#notifications/notify-owner.ts';
import { readUsage } from '#plan/usage/read-usage.ts';
import { readSpamSettings } from '#spam/read-spam-settings.ts';
import { updateSpamSettings } from '#spam/update-spam-settings.ts';

export function formHandlers(deps: AccountDeps): Handlers<keyof typeof formRoutes> {
  const { PUBLIC_URL } = deps.config;
  const { pool } = deps.database;
  return {
    listForms: ({ user, membership, query }) => listForms(deps, { user, membership }, query),
    createForm: async ({ person, user, membership, actor, body }) => {
      const created = await createForm(deps, user, body, async (tx, form) => {
        // A form that a program makes notifies the first owner.
        const owner = person ?? (await findOwners(tx, user.id))[0];
        if (owner) await notifyOwner(tx, form, owner);
        if (person && !membership.allForms)
          await listForm(tx, { userId: user.id, personId: person.id, formId: form.id });
        await recordAudit(tx, actor, 'form.created', { formId: form.id, name: form.name });
      });
      return showForm(pool, created, PUBLIC_URL);
    },
    readForm: ({ form, total }) => showForm(pool, { form, total }, PUBLIC_URL),
    updateForm: async ({ actor, form, total, body }) =>
      showForm(pool, { form: await updateForm(deps, actor, form, body), total }, PUBLIC_URL),
    deleteForm: ({ actor, form }) => deleteForm(deps, actor, form),
    sendTestSubmission: ({ form, client }) => sendTestSubmission(deps, form, client.address),
    readRefusals: ({ form }) => readReport(deps, form.id),
    readSpamSettings: ({ form }) => readSpamSettings(deps, form),
    updateSpamSettings: ({ actor, form, body }) => updateSpamSettings(deps, actor, form, body),
    readRetention: ({ user, form, query }) => readRetention(deps, user, form, query.days),
    updateRetention: ({ user, actor, form, body }) => updateRetention(deps, actor, user, form, body.days),
    readDefaultRetention: ({ user }) => presentDefault(deps, user),
    updateDefaultRetention: async ({ user, actor, body }) =>
      presentDefault(deps, await updateDefault(deps, actor, user, body.days)),
    readUsage: ({ user, membership }) => readUsage(deps, user, formsSeen(membership)),
  };
}
