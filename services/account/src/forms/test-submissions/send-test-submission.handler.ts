import type { RequestHandler } from 'express';
import { clientOf } from '#access/client-of.ts';
import { testSubmissionsOfAccount } from '#access/limits/limits.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { formInactive } from '#errors.ts';
import { ownForm } from '#forms/own-form.ts';
import { sendTestSubmission } from '#forms/test-submissions/send-test-submission.ts';

/** Lets an owner see a submission arrive before any website sends one. */
export function sendTestSubmissionHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { form } = await ownForm(deps, request, response);
    if (!form.isActive) throw formInactive();
    await deps.attempts.take([{ limit: testSubmissionsOfAccount, subject: form.userId }]);
    response.status(201).json(await sendTestSubmission(deps, form, clientOf(response).address));
  };
}
