import Check from 'virtual:lucide/check';
import { classNames } from '#components/ui/class-names.ts';
import { type Step, steps } from '#features/imports/use-importer.ts';

const words: Readonly<Record<Step, string>> = { file: 'File', columns: 'Columns', check: 'Check', import: 'Import' };

/** Where the import stands. */
export function ImportSteps({ step, isDone }: { readonly step: Step; readonly isDone: boolean }) {
  const current = isDone ? steps.length : steps.indexOf(step);
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-4 gap-y-2 text-small sm:gap-x-8">
      {steps.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          className={classNames('flex items-center gap-2', index === current ? 'font-medium' : 'text-muted')}
        >
          <span
            aria-hidden
            className={classNames(
              'grid size-5 shrink-0 place-items-center rounded-full text-caption tabular-nums',
              markClass(index, current),
            )}
          >
            {index < current ? <Check size={12} strokeWidth={2.5} /> : index + 1}
          </span>
          {words[name]}
          {index < current && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}

function markClass(index: number, current: number): string {
  if (index < current) return 'bg-success-soft text-success';
  return index === current ? 'bg-accent text-on-accent' : 'border border-line-strong';
}
