import { unavailable } from '@inlet/http/errors';
import { formsSeen } from '#access/seat.ts';
import type { AccountDeps } from '#account-deps.ts';
import { tooManyFeedReaders } from '#errors.ts';
import { findOwnForm } from '#forms/find-own-form.ts';
import type { Handler } from '#http/handler.ts';
import { sendExport } from '#http/send-export.ts';
import { readChanges, startOfPage } from '#inbox/feed/read-changes.ts';
import { createSlots } from '#inbox/slots.ts';

/** A reader needs one; a few programs of an account may read concurrently. */
const ofAccount = 5;
/** Each holds some two megabytes. */
const ofProcess = 50;

/** Streams a page of the change feed. */
export function createChangesHandler(deps: AccountDeps): Handler<'readChanges'> {
  const { pool } = deps.database;
  const slots = createSlots({ ofAccount, ofProcess, tooMany: tooManyFeedReaders, busy: unavailable });
  return async ({ request, response, user, membership, caller, query: { after, ...query } }) => {
    const leave = slots.take(user.id);
    try {
      if (query.formId) await findOwnForm(deps, { user, membership }, query.formId);
      const seen = formsSeen(membership);
      const start = await startOfPage(pool, user.id, after);
      response.set({ 'content-type': 'application/x-ndjson; charset=utf-8', vary: 'accept-encoding' });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      const doneBy = { caller, userId: user.id, action: 'submissions:read', formIds: seen } as const;
      const lines = readChanges(deps, { ...query, userId: user.id, seen }, start);
      await sendExport(deps, request, response, lines, { doneBy });
    } finally {
      leave();
    }
  };
}
