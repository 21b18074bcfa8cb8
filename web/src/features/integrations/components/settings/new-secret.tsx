import { CodeBlock } from '#components/ui/code-block.tsx';

/** The only screen that shows a secret. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-small text-muted">
        Your server verifies with it that a delivery comes from Inlet. Copy it now and keep it like a password: it is
        not shown again.
      </p>
      <CodeBlock label="Signing secret" code={secret} copyLabel="Copy the signing secret" wraps />
    </div>
  );
}
