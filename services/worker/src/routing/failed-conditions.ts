import { setImmediate as othersFirst } from 'node:timers/promises';
import { parseToCompare } from '@inlet/submissions/parse-data';
import { type FilesText, presentFiles } from '@inlet/submissions/present-files';
import { judgeOf } from '#routing/judge-of.ts';

/** Returns the conditions, as JSON text, that a submission does not meet. */
export async function failedConditions(
  several: readonly string[],
  { data, files }: { readonly data: string; readonly files: FilesText },
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  if (several.length === 0) return failed;
  const [fields, named] = [parseToCompare(data), presentFiles(files, () => '')];
  for (const conditions of several) {
    if (judgeOf(conditions)?.(fields, named)) failed.add(conditions);
    // A pattern may take some milliseconds.
    await othersFirst();
  }
  return failed;
}
