import type { Rules } from '@inlet/contracts/rules';
import { rulesTriedMax } from '@inlet/contracts/saved-rules';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import { suggestFromHtml } from '@inlet/rules/suggest-from-html';
import { suggestFromSubmissions } from '@inlet/rules/suggest-from-submissions';
import { findNewestFields } from '#forms/rules/rules.store.ts';
import type { Resources } from '#resources.ts';

/** Bytes of fields that are read. */
const bytesMax = 1_000_000;

/** Rules for a form, from pasted HTML or from what came in. Nothing is saved. */
export async function suggestRules(
  { database }: Pick<Resources, 'database'>,
  formId: string,
  html: string | undefined,
): Promise<Rules> {
  if (html !== undefined) return suggestFromHtml(html);
  const newest = await findNewestFields(database.pool, { formId, rowsMax: rulesTriedMax, bytesMax });
  return suggestFromSubmissions(
    newest.map(({ data, files }) => ({ data: parseVisitorJson(data) as Record<string, unknown>, files })),
  );
}
