import type { Queryable } from '@inlet/db/cancellable';
import type { Semaphore } from '@inlet/process/semaphore';
import { type ExportedSubmission, findPage, type SubmissionsPage } from '#users/export/export.store.ts';

/** A page ends with the submission that reaches this size, so it has at most this plus one submission of a megabyte. */
const pageBytes = 1_000_000;
const pageRowsMax = 2_000;
const firstPageRows = 100;

/**
 * Every submission of a form, page by page: newest first, spam after the others. The sizes on the last page determine
 * the length of the next, because the database also reads rows that it then leaves out for their size.
 */
export async function* readAllSubmissions(
  pool: Queryable,
  semaphore: Semaphore,
  formId: string,
): AsyncGenerator<ExportedSubmission[]> {
  for (const isSpam of [false, true]) {
    let before: ExportedSubmission | null = null;
    let limit = firstPageRows;
    for (;;) {
      const wanted: SubmissionsPage = { formId, isSpam, before, limit, maxBytes: pageBytes };
      const page = await semaphore.run(() => findPage(pool, wanted));
      if (page.length === 0) break;
      yield page;
      before = page.at(-1) ?? null;
      limit = nextLimit(page, limit);
    }
  }
}

function nextLimit(page: readonly ExportedSubmission[], limit: number): number {
  const bytes = page.reduce((sum, submission) => sum + submission.bytes, 0);
  const fitting = Math.ceil((pageBytes * page.length) / bytes);
  return Math.min(fitting, 2 * limit, pageRowsMax);
}
