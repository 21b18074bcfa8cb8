import type { SubmissionFilter } from '@inlet/contracts/submissions';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { AccountDeps } from '#account-deps.ts';
import type { Call } from '#http/handler.ts';
import { sendExport } from '#http/send-export.ts';
import { type ExportDeps, exportFile } from '#inbox/export/export-file.ts';
import { contentDisposition } from '#inbox/files/file-name.ts';
import { withPerson } from '#inbox/work/resolve-assignee.ts';

/** Streams a form's submissions as a file, newest first. */
export async function exportSubmissions(
  deps: ExportDeps & Pick<AccountDeps, 'lifecycle' | 'exportShare'>,
  { request, response, form, total, actor, caller, person, query: asked }: Call<'exportSubmissions'>,
): Promise<void> {
  const query = withPerson(asked, person);
  const { format } = query;
  const { contentType, isText, pieces } = exportFile(deps, form, query);
  const headers = {
    'content-type': contentType,
    'content-disposition': contentDisposition(form.name, format),
    vary: 'accept-encoding',
    ...(isWhole(query) && {
      'x-total-count': String((query.spam ? total?.spamCount : total?.submissionCount) ?? 0),
    }),
  };
  if (request.method === 'HEAD') {
    response.set(headers).end();
    return;
  }
  const doneBy = { caller, userId: form.userId, action: 'submissions:export', formIds: [form.id] } as const;
  const leave = deps.exportShare.slots.take(form.userId);
  const file = pieces();
  try {
    // Read before the response starts, so that an unavailable database still results in an error status.
    const first = await file.next();
    await recordAudit(deps.database.prisma, actor, 'form.exported', { formId: form.id, format });
    response.set(headers);
    await sendExport(deps, request, response, joined(first.value ?? '', file), { isText, doneBy });
  } finally {
    await file.return(undefined);
    leave();
  }
}

async function* joined(first: string | Buffer, rest: AsyncIterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  if (first.length > 0) yield first;
  yield* rest;
}

/** A counter only knows the number of rows of a whole folder. */
function isWhole({ q, from, to, origin, read, starred, status, tag, assignee }: SubmissionFilter): boolean {
  return q === '' && [from, to, origin, read, starred, status, tag, assignee].every((word) => word === undefined);
}
