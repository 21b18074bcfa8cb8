import type { ImportAnswer } from '@inlet/contracts/imports';
import type { Answer } from '#account.test-setup.ts';
import { account, form, token } from '#forms/form-owner.test-setup.ts';

export interface ImportCallOptions {
  readonly importId?: string;
  readonly dryRun?: boolean;
  readonly formId?: string;
  readonly by?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends lines to the form of the test; objects are sent as JSON, and texts as they are. */
export function importLines(lines: readonly unknown[], options: ImportCallOptions = {}): Promise<Answer> {
  const { importId, dryRun, formId = form.id, by = token, headers } = options;
  const query = new URLSearchParams({ ...(importId && { importId }), ...(dryRun && { dryRun: 'true' }) });
  return account.call(`POST /api/v1/forms/${formId}/import?${query}`, {
    token: by,
    headers: { 'content-type': 'application/x-ndjson', ...headers },
    body: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  });
}

/** What a call answers that stores something. */
export async function imported(lines: readonly unknown[], options?: ImportCallOptions): Promise<ImportAnswer> {
  const { status, body, text } = await importLines(lines, options);
  if (status !== 200) throw new Error(text);
  return body as ImportAnswer;
}

/** Lines that differ, of days in the past. */
export function manyLines(count: number, from = 0): object[] {
  return Array.from({ length: count }, (_, index) => ({
    data: { name: `Visitor ${from + index}` },
    createdAt: new Date(Date.UTC(2024, 0, 1) + (from + index) * 60_000).toISOString(),
  }));
}

/** The stored rows, the total of the form and what the imports say is left; they must agree. */
export async function counts(formId = form.id) {
  const { rows } = await account.deps.database.pool.query(
    `select (select count(*)::int from submissions where form_id = $1) as rows,
       coalesce((select submission_count + spam_count from form_totals where form_id = $1), 0)::int as total,
       (select coalesce(sum(left_count), 0)::int from imports where form_id = $1) as left`,
    [formId],
  );
  return rows[0] as { readonly rows: number; readonly total: number; readonly left: number };
}
