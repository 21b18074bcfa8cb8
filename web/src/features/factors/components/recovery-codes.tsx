import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';

/** The only screen that shows the recovery codes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid grid-cols-1 gap-4 rounded-medium border border-line bg-sunken p-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-small font-semibold outline-none">
          Keep your recovery codes
        </h3>
        <p className="mt-1 text-small text-muted">
          Each signs you in once if you lose your device. They are not shown again. Keep them away from your password.
        </p>
      </div>
      <CodeBlock label="Recovery codes" code={codes.join('\n')} copyLabel="Copy the recovery codes" />
      <Button onClick={onDone} className="justify-self-start">
        I have kept them
      </Button>
    </div>
  );
}
