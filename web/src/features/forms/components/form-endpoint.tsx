import type { Form } from '@inlet/contracts/forms';
import { Card } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { curlCommand } from '#features/forms/endpoint.ts';

export function FormEndpoint({ form }: { form: Form }) {
  const command = curlCommand(form);
  return (
    <section aria-labelledby="endpoint-heading">
      <Card className="p-4 sm:p-6">
        <h2 id="endpoint-heading" className="text-heading font-semibold">
          Form Endpoint
        </h2>
        <p className="mt-1 text-muted">Use this URL as your form action or API endpoint.</p>
        <div className="mt-4 flex items-center rounded-medium border border-line bg-sunken pl-4">
          <code className="min-w-0 grow py-2 font-mono text-small wrap-anywhere">{form.endpointUrl}</code>
          <CopyButton text={form.endpointUrl} label="Copy the endpoint URL" />
        </div>
        <h3 className="mt-6 text-small font-medium">Try it from a terminal</h3>
        <div className="mt-2">
          <CodeBlock label="Command that sends a submission" code={command} copyLabel="Copy the command" />
        </div>
      </Card>
    </section>
  );
}
