import { exportQuerySchema, type SubmissionFilter } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { recordAudit } from '#access/audit/record-audit.ts';
import { actorOf, currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { ownForm } from '#forms/own-form.ts';
import { lineFormats } from '#inbox/export/export-lines.ts';
import { exportPages } from '#inbox/export/export-pages.ts';
import { contentDisposition } from '#inbox/export/file-name.ts';
import { sendExport } from '#inbox/export/send-export.ts';

/** Streams a form's submissions as a file, newest first. */
export function exportSubmissionsHandler(
  deps: Pick<AccountDeps, 'database' | 'lifecycle' | 'exportShare'>,
): RequestHandler {
  const { prisma, pool } = deps.database;
  const { slots, semaphore } = deps.exportShare;

  return async (request, response) => {
    const { format, ...filter } = validate(exportQuerySchema, request.query);
    const { form, total } = await ownForm(deps, request, response);
    const { contentType, head, line } = lineFormats[format];
    const headers = {
      'content-type': contentType,
      'content-disposition': contentDisposition(form.name, format),
      vary: 'accept-encoding',
      ...(isWhole(filter) && {
        'x-total-count': String((filter.spam ? total?.spamCount : total?.submissionCount) ?? 0),
      }),
    };
    if (request.method === 'HEAD') {
      response.set(headers).end();
      return;
    }
    const leave = slots.take(currentUser(response).id);
    const pages = exportPages(pool, semaphore, { formId: form.id, filter, line });
    try {
      // Read before anything is said, so that a database which is away is answered as such.
      const first = await pages.next();
      await recordAudit(prisma, actorOf(response), 'form.exported', { formId: form.id, format });
      response.set(headers);
      await sendExport(deps, request, response, joined(head + (first.value ?? ''), pages));
    } finally {
      await pages.return(undefined);
      leave();
    }
  };
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first !== '') yield first;
  yield* rest;
}

/** Only what a counter holds is known without looking at every row. */
function isWhole({ q, from, to, origin }: SubmissionFilter): boolean {
  return q === '' && !from && !to && origin === undefined;
}
