import type { SubmissionFilter } from '@inlet/contracts/submissions';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import type { Call } from '#http/handler.ts';
import { sendExport } from '#http/send-export.ts';
import { lineFormats } from '#inbox/export/export-lines.ts';
import { exportPages } from '#inbox/export/export-pages.ts';
import { contentDisposition } from '#inbox/export/file-name.ts';

/** Streams a form's submissions as a file, newest first. */
export async function exportSubmissions(
  deps: Pick<AccountDeps, 'database' | 'lifecycle' | 'exportShare'>,
  { request, response, form, total, actor, query }: Call<'exportSubmissions'>,
): Promise<void> {
  const { prisma, pool } = deps.database;
  const { format, ...filter } = query;
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
  const leave = deps.exportShare.slots.take(form.userId);
  const pages = exportPages(pool, deps.exportShare.semaphore, { formId: form.id, filter, line });
  try {
    // Read before anything is said, so that a database which is away is answered as such.
    const first = await pages.next();
    await recordAudit(prisma, actor, 'form.exported', { formId: form.id, format });
    response.set(headers);
    await sendExport(deps, request, response, joined(head + (first.value ?? ''), pages));
  } finally {
    await pages.return(undefined);
    leave();
  }
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first !== '') yield first;
  yield* rest;
}

/** Only for a whole folder a counter knows the number of rows. */
function isWhole({ q, from, to, origin }: SubmissionFilter): boolean {
  return q === '' && !from && !to && origin === undefined;
}
