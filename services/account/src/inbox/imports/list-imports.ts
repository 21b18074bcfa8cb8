import type { SubmissionImport } from '@inlet/contracts/imports';
import { findImports } from '#inbox/imports/imports.store.ts';
import type { Resources } from '#resources.ts';

const listedMax = 100;

/** The newest imports of a form. */
export async function listImports(
  { database }: Pick<Resources, 'database'>,
  formId: string,
): Promise<SubmissionImport[]> {
  const rows = await findImports(database.pool, formId, listedMax);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
