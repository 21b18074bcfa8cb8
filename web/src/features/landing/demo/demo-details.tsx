import X from 'virtual:lucide/x';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { type DemoSubmission, demoWebsite } from '#features/landing/demo/demo-submission.ts';

interface DemoDetailsProps {
  readonly submission: DemoSubmission;
  readonly onClose: () => void;
}

/** The browser's own dialog keeps the focus and gives it back; Esc closes it. */
export function DemoDetails({ submission, onClose }: DemoDetailsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { received, data } = submission;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press is one outside, for which the keyboard has Esc
    <dialog
      ref={dialog}
      aria-labelledby="demo-details"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className="m-auto w-[min(36rem,calc(100vw-2rem))] rounded-large border border-line bg-raised text-ink shadow-floating backdrop:bg-veil"
    >
      <header className="flex items-center justify-between gap-4 border-line border-b py-2 pr-2 pl-4 sm:pl-6">
        <h3 id="demo-details" className="text-heading font-semibold">
          Submission Details
        </h3>
        <IconButton icon={X} label="Close" onClick={() => dialog.current?.close()} />
      </header>
      <dl className="grid gap-4 p-4 text-small sm:p-6">
        <Fact name="Received">{received}</Fact>
        <Fact name="Origin">{demoWebsite}</Fact>
        <Fact name="Submitted Data">
          <pre className="max-h-72 overflow-auto rounded-medium border border-line bg-sunken p-3.5 font-mono text-caption leading-5 whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(data, null, 2)}
          </pre>
        </Fact>
      </dl>
    </dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
