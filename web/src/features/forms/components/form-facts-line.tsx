import { formatCount } from '@inlet/contracts/counts';
import type { Form } from '@inlet/contracts/forms';
import { formatDate } from '#lib/dates.ts';

/** One line of facts about a form in a list. */
export function FormFactsLine({ form }: { form: Form }) {
  return (
    <p className="flex flex-wrap gap-x-2.5 text-caption text-muted">
      <span>Created {formatDate(form.createdAt)}</span>
      <span>{formatCount(form.submissionCount, 'submission')}</span>
      <span>{formatCount(form.allowedOrigins.length, 'origin')}</span>
    </p>
  );
}
