import type { Rules } from '@inlet/contracts/rules';
import { rulesTriedMax, type TriedRules } from '@inlet/contracts/saved-rules';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import { compileRules } from '@inlet/rules/compile-rules';
import { findNewestFields } from '#forms/rules/rules.store.ts';
import type { Resources } from '#resources.ts';

/** Bytes of fields that are read: each takes some milliseconds, and a slow pattern more. */
export const triedBytesMax = 2_000_000;

/** What rules say of some fields, and how many of the newest submissions they would refuse. */
export async function tryRules(
  { database }: Pick<Resources, 'database'>,
  { formId, takesFiles }: { readonly formId: string; readonly takesFiles: boolean },
  { rules, fields }: { readonly rules: Rules; readonly fields?: Readonly<Record<string, unknown>> | undefined },
): Promise<TriedRules> {
  const { check } = compileRules(rules, { takesFiles });
  const newest = await findNewestFields(database.pool, { formId, rowsMax: rulesTriedMax, bytesMax: triedBytesMax });
  let refused = 0;
  for (const { data, files } of newest) {
    if (check(parseVisitorJson(data) as Record<string, unknown>, files).length > 0) refused += 1;
    // Other requests go first.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { errors: fields ? check(fields) : null, refused, of: newest.length };
}
