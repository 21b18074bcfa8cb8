import ChevronDown from 'virtual:lucide/chevron-down';
import type { Form } from '@inlet/contracts/forms';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { TestSubmission } from '#features/forms/components/test-submission.tsx';

// A form that is in use keeps its code folded away.
const EndpointSnippets = lazy(async () => ({
  default: (await import('#features/forms/components/endpoint-snippets.tsx')).EndpointSnippets,
}));

/** The form's address and how to use it. The code is open while nothing has come in yet: that is when it is needed. */
export function FormEndpoint({ form }: { form: Form }) {
  const codeId = useId();
  const [isCodeOpen, setIsCodeOpen] = useState(form.submissionCount === 0);
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
        <div className="mt-4 flex flex-col items-start gap-x-6 gap-y-3 lg:flex-row lg:justify-between">
          <TestSubmission formId={form.id} />
          <Button
            variant="quiet"
            aria-expanded={isCodeOpen}
            aria-controls={codeId}
            onClick={() => setIsCodeOpen(!isCodeOpen)}
            className="-ml-4 lg:-mr-4 lg:ml-0"
          >
            {isCodeOpen ? 'Hide code' : 'Show code'}
            <ChevronDown
              aria-hidden
              size={14}
              strokeWidth={2}
              className={classNames('transition-transform', isCodeOpen && 'rotate-180')}
            />
          </Button>
        </div>
        <div id={codeId} hidden={!isCodeOpen} className="mt-3 min-h-65.5 sm:min-h-62.5">
          {isCodeOpen && (
            <Suspense>
              <EndpointSnippets endpoint={form} />
            </Suspense>
          )}
        </div>
      </Card>
    </section>
  );
}
