import type { NewApiKey } from '@inlet/contracts/api-keys';
import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';

/** The only screen that shows the whole key. */
export function NewKey({ created, onDone }: { created: NewApiKey; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-small font-semibold outline-none wrap-anywhere">
          {`The key ${created.name} is created`}
        </h3>
        <p className="mt-1 text-small text-muted">
          Copy it now and keep it like a password: it is not shown again, and nobody can look it up.
        </p>
      </div>
      <CodeBlock label="API key" code={created.key} copyLabel="Copy the API key" wraps />
      <Button onClick={onDone} className="justify-self-start">
        Done
      </Button>
    </div>
  );
}
