import type { RequestHandler } from 'express';
import { currentCaller } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { ownForm } from '#forms/own-form.ts';

/** A stream of a form's submissions as they are stored. */
export function followSubmissionsHandler(deps: Pick<AccountDeps, 'database' | 'live'>): RequestHandler {
  return async (request, response) => {
    const { form } = await ownForm(deps, request, response);
    if (request.method === 'HEAD') {
      // It would be an answer without an end.
      response.type('text/event-stream').end();
      return;
    }
    const follower = { formId: form.id, userId: form.userId, caller: currentCaller(response) };
    deps.live.open(response, follower, request.get('last-event-id'));
  };
}
