import { classNames } from '#components/ui/class-names.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';

interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
  readonly copyLabel: string;
  /** Long lines scroll, or wrap if every character must be visible. */
  readonly wraps?: boolean;
}

export function CodeBlock({ label, code, copyLabel, wraps = false }: CodeBlockProps) {
  return (
    <div className="flex items-start rounded-medium border border-line bg-sunken p-0.5">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them
        tabIndex={0}
        className="max-h-96 min-w-0 grow overflow-auto rounded-small py-2.5 pl-3.5 sm:py-2"
      >
        <pre className={classNames('font-mono text-caption leading-5', wraps && 'whitespace-pre-wrap wrap-anywhere')}>
          {code}
        </pre>
      </section>
      <CopyButton text={code} label={copyLabel} />
    </div>
  );
}
