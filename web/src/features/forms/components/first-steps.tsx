import Check from 'virtual:lucide/check';
import FileText from 'virtual:lucide/file-text';
import Plus from 'virtual:lucide/plus';
import type { Form } from '@inlet/contracts/forms';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useRights } from '#lib/person/use-rights.ts';

/** The steps to the first submission, for an account without any. `form` is its newest form. */
export function FirstSteps({ form }: { form: Form | undefined }) {
  const setup = form && `/forms/${form.id}/setup`;
  const may = useRights();
  if (!may('forms:write')) return <NothingYet hasForms={form !== undefined} />;
  return (
    <section aria-labelledby="first-steps">
      <Card className="p-4 sm:p-6">
        <h2 id="first-steps" className="text-heading font-semibold">
          {form ? 'Waiting for the first submission' : 'No forms yet'}
        </h2>
        <p className="mt-1 text-muted">
          {form
            ? `“${form.name}” is ready. Two steps are left.`
            : 'Three steps to your first submission, some five minutes in all.'}
        </p>
        <ol className="mt-5 grid gap-5">
          <Step number={1} isDone={form !== undefined} title="Create a form">
            It gives you an address that your website can send to.
          </Step>
          <Step number={2} title="Put its code on your website">
            Copy it for HTML, React, Next.js, Astro, Vue, Svelte or curl.
          </Step>
          <Step number={3} title="Send a test submission">
            It shows up here at once, and counts towards your monthly limit.
          </Step>
        </ol>
        <div className="mt-6">
          {setup ? (
            <ButtonLink to={setup} variant="primary">
              Continue the setup
            </ButtonLink>
          ) : (
            <ButtonLink to="/forms/new" variant="primary">
              <Plus aria-hidden size={16} strokeWidth={2} />
              Create Form
            </ButtonLink>
          )}
        </div>
      </Card>
    </section>
  );
}

/** Somebody who only reads waits for the others. */
function NothingYet({ hasForms }: { hasForms: boolean }) {
  return (
    <Card>
      <EmptyState icon={FileText} title={hasForms ? 'Waiting for the first submission' : 'No forms yet'}>
        {hasForms
          ? 'Submissions appear here as soon as they arrive.'
          : 'No form of this workspace is open to you. An editor can create forms.'}
      </EmptyState>
    </Card>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone?: boolean;
  readonly children: string;
}

function Step({ number, title, isDone = false, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded-full text-caption font-medium',
          isDone ? 'bg-success-soft text-success' : 'border border-line text-muted',
        )}
      >
        {isDone ? <Check size={14} strokeWidth={2.5} /> : number}
      </span>
      <div>
        <p className={classNames('font-medium', isDone && 'text-muted line-through')}>
          {title}
          {isDone && <span className="sr-only">: done</span>}
        </p>
        <p className="text-small text-muted">{children}</p>
      </div>
    </li>
  );
}
