import { conditionsTriedMax, type TriedConditions, type When } from '@inlet/contracts/routing/conditions';
import { compileConditions } from '@inlet/rules/compile-conditions';
import { textsOf } from '@inlet/rules/condition-values';
import { parseToCompare } from '@inlet/submissions/parse-data';
import { findNewestFields } from '#forms/rules/rules.store.ts';
import type { Resources } from '#resources.ts';

/** Bytes of fields that are read. */
const bytesMax = 5_000_000;
/** Characters of a value that are shown. */
const shownMax = 200;

/** Which of the newest submissions would go out under these conditions, and why not. */
export async function tryConditions(
  { database }: Pick<Resources, 'database'>,
  formId: string,
  when: When | null,
): Promise<TriedConditions> {
  const judge = when === null ? () => null : compileConditions(when);
  const names = [...new Set([...(when?.all ?? []), ...(when?.any ?? [])].map(({ field }) => field))];
  const newest = await findNewestFields(database.pool, { formId, rowsMax: conditionsTriedMax, bytesMax });
  const submissions: TriedConditions['submissions'] = [];
  for (const { id, createdAt, data, files } of newest) {
    const fields = parseToCompare(data);
    const reason = judge(fields, files);
    const shown = names.flatMap((name) => {
      const text = textsOf(fields, files, name).slice(0, shownMax).join(', ').trim();
      return text === '' ? [] : [[name, text.slice(0, shownMax).toWellFormed()] as const];
    });
    submissions.push({
      ...{ id, createdAt: createdAt.toISOString(), passes: reason === null, reason },
      values: Object.fromEntries(shown),
    });
    // Other requests go first.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { submissions };
}
