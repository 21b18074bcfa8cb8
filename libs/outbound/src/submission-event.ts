import type { SubmissionEvent } from '@inlet/contracts/webhook-events';
import { dashboardUrl } from '#dashboard-url.ts';

type DeletedEvent = Extract<SubmissionEvent, { type: 'submission.deleted' }>;
type ToldEvent = Exclude<SubmissionEvent, DeletedEvent>;

/** What every event of a form says. */
export interface EventFacts {
  readonly form: { readonly id: string; readonly name: string };
  /** When it happened, as ISO 8601. */
  readonly timestamp: string;
  /** The address of the installation, for links into its dashboard. */
  readonly publicUrl: string;
}

/** The event of a submission that exists. */
export function submissionEvent(
  type: ToldEvent['type'],
  submission: Omit<ToldEvent['data']['submission'], 'url'>,
  { form, timestamp, publicUrl }: EventFacts,
): ToldEvent {
  const url = dashboardUrl(publicUrl, submission.formId, submission.id);
  return { type, timestamp, data: { form, submission: { ...submission, url } } };
}

/** The event of a submission whose content is gone. */
export function deletedEvent(id: string, { form, timestamp, publicUrl }: EventFacts): DeletedEvent {
  const submission = { id, formId: form.id, url: dashboardUrl(publicUrl, form.id) };
  return { type: 'submission.deleted', timestamp, data: { form, submission } };
}
