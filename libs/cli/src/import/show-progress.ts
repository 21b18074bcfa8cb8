import { formatNumber, isOrAre } from '@inlet/contracts/counts';
import type { Form } from '@inlet/contracts/forms';
import { type FileShape, lineWord } from '@inlet/import/file-shape';
import type { ImportProgress } from '@inlet/import/run-import';
import { plainText } from '#output/plain-text.ts';

/** Refused rows that are shown; all that are known are in the JSON. */
const shownMax = 10;

/** How many rows there are of each kind, and the first faults. */
export function showCounts(progress: ImportProgress, shape: FileShape, verb: string): string {
  const { imported, known, refusedCount, refused } = progress;
  const [stored, there, out] = [imported, known, refusedCount].map(formatNumber);
  const word = lineWord(shape).toLowerCase();
  const shown = refused.slice(0, shownMax).map(({ line, message }) => `  ${word} ${line}: ${plainText(message)}`);
  const rest = refusedCount > shown.length ? [`  and ${formatNumber(refusedCount - shown.length)} more`] : [];
  return [`${stored} ${verb}, ${there} ${isOrAre(known)} there already, ${out} refused.`, ...shown, ...rest].join('\n');
}

interface Summary {
  readonly form: Pick<Form, 'id' | 'name'>;
  readonly importId: string;
  readonly progress: ImportProgress;
  readonly isStored: boolean;
}

/** What to know after an import. */
export function showSummary({ form, importId, progress, isStored }: Summary): string {
  const { imported, known, refusedCount } = progress;
  if (imported === 0 && known > 0 && refusedCount === 0) {
    return `"${plainText(form.name)}" has every row of the file already.`;
  }
  if (!isStored || imported === 0) return 'Nothing was stored.';
  return `Undo it with: inlet import ${form.id} --undo ${importId}`;
}
