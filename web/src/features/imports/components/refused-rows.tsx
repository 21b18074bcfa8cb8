import { formatNumber } from '@inlet/contracts/counts';
import { type FileShape, lineWord } from '@inlet/import/file-shape';
import type { ImportProgress } from '@inlet/import/run-import';
import { useId } from 'react';

/** Enough to see what is wrong with a file. */
const shownMax = 20;

/** The first refused rows, and why. */
export function RefusedRows({ progress, shape }: { readonly progress: ImportProgress; readonly shape: FileShape }) {
  const id = useId();
  const { refused, refusedCount } = progress;
  if (refusedCount === 0) return null;
  const shown = refused.slice(0, shownMax);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-small font-medium">
        {refusedCount > shown.length ? `The first ${shown.length} refused rows` : 'Refused rows'}
      </h3>
      <ul className="mt-2 max-h-80 divide-y divide-line overflow-y-auto rounded-medium border border-line text-small">
        {shown.map(({ line, message }) => (
          <li key={line} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
            <span className="text-muted tabular-nums">{`${lineWord(shape)} ${formatNumber(line)}`}</span>
            <span className="wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-muted">
        The other rows are not affected. Correct these rows in the file and import it again: rows that are stored stay
        as they are.
      </p>
    </section>
  );
}
