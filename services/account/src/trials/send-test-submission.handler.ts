import type { RequestHandler } from 'express';
import { clientOf } from '#auth/client-of.ts';
import type { AccountDeps } from '#deps.ts';
import { formInactive } from '#errors.ts';
import { ownForm } from '#forms/own-form.ts';
import { testSubmissionsOfAccount } from '#limits/limits.ts';
import { sendTestSubmission } from '#trials/send-test-submission.ts';

/** Lets an owner see a submission arrive before any website sends one. */
export function sendTestSubmissionHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { form } = await ownForm(deps, request, response);
    if (!form.isActive) throw formInactive();
    await deps.attempts.take([{ limit: testSubmissionsOfAccount, subject: form.userId }]);
    response.status(201).json(await sendTestSubmission(deps, form, clientOf(response).address));
  };
}
