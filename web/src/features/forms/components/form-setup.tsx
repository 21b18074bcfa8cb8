import Check from 'virtual:lucide/check';
import type { Form } from '@inlet/contracts/forms';
import { Link } from 'react-router-dom';
import { classNames } from '#components/ui/class-names.ts';
import { Section } from '#components/ui/section.tsx';
import { EndpointSnippets } from '#features/forms/components/endpoint-snippets.tsx';
import { TestSubmission } from '#features/forms/components/test-submission.tsx';

/** How to add a form to a website, how to test it, and optional next steps. */
export function FormSetup({ form, total }: { form: Form; total: number }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 wide:grid-cols-[minmax(0,1fr)_22rem]">
      <Section title="Add the form to your website" intro="Copy the code; this form’s address is filled in.">
        <EndpointSnippets form={form} />
      </Section>
      <div className="grid grid-cols-1 gap-4 sm:gap-6">
        <Section title="Try it">
          <TestSubmission formId={form.id} />
        </Section>
        <Section title="Checklist">
          <ul className="grid gap-3 text-small max-sm:gap-5">
            <Step isDone>Create the form</Step>
            <Step isDone={total > 0}>Receive the first submission</Step>
            <Step isDone={form.isActive}>Keep the form active</Step>
            <Step to={`/forms/${form.id}/settings/notifications`}>Choose who is notified</Step>
            <Step to={`/forms/${form.id}/integrations`}>Send submissions to other tools</Step>
            <Step to={`/forms/${form.id}/settings/spam`}>Set up the spam filter</Step>
            <Step to={`/forms/${form.id}/import`}>Import earlier submissions</Step>
          </ul>
        </Section>
      </div>
    </div>
  );
}

interface StepProps {
  readonly isDone?: boolean;
  /** Links to an optional step, which is never marked as done. */
  readonly to?: string;
  readonly children: string;
}

function Step({ isDone = false, to, children }: StepProps) {
  return (
    <li className="flex items-center gap-3">
      <span
        aria-hidden
        className={classNames(
          'grid size-5 shrink-0 place-items-center rounded-full border',
          isDone ? 'border-success-line bg-success-soft text-success' : 'border-line-strong',
        )}
      >
        {isDone && <Check aria-hidden size={12} strokeWidth={2.5} />}
      </span>
      {to === undefined ? (
        <span className={isDone ? 'text-muted' : ''}>
          {children}
          {isDone && <span className="sr-only"> (done)</span>}
        </span>
      ) : (
        <Link
          to={to}
          className="rounded-small underline max-sm:py-2.5 decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          {children}
        </Link>
      )}
    </li>
  );
}
