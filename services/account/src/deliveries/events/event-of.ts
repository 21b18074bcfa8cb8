import type { Submission } from '@inlet/contracts/submissions';
import type { EventType } from '@inlet/contracts/targets';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import type { WebhookEvent } from '@inlet/contracts/webhook-events';
import type { Form } from '@inlet/db/client';
import { dashboardUrl } from '@inlet/outbound/dashboard-url';
import { parseData } from '@inlet/submissions/parse-data';
import { presentSubmission } from '#inbox/submissions/present-submission.ts';
import type { SubmissionRow } from '#inbox/submissions/submission-row.ts';
import type { Resources } from '#resources.ts';

interface Happened {
  readonly type: EventType;
  readonly at: Date;
  readonly form: Pick<Form, 'id' | 'name'>;
  /** The fields to include; an empty list means all. */
  readonly fields: readonly string[];
  /** True for a submission that nobody sent. */
  readonly isTest: boolean;
}

/** An event in the format of deliveries. */
export function eventOf(
  { type, at, form, fields, isTest }: Happened,
  submission: SubmissionRow,
  { config: { PUBLIC_URL }, fileLinks }: Pick<Resources, 'config' | 'fileLinks'>,
): WebhookEvent {
  const { id, name } = form;
  const timestamp = at.toISOString();
  if (type === 'submission.deleted') {
    return {
      type,
      timestamp,
      data: { form: { id, name }, submission: { id: submission.id, formId: id, url: dashboardUrl(PUBLIC_URL, id) } },
    };
  }
  const told = parseVisitorJson(presentSubmission(submission, fileLinks)) as Submission;
  const isWanted = (field: string) => fields.length === 0 || fields.includes(field);
  const data = Object.fromEntries(Object.entries(parseData(submission.data)).filter(([field]) => isWanted(field)));
  const files = told.files.filter(({ field }) => isWanted(field));
  const ruleErrors = told.ruleErrors?.filter(({ field }) => isWanted(field)) ?? [];
  const verdict = { ruleErrors: ruleErrors.length > 0 ? ruleErrors : null };
  const url = dashboardUrl(PUBLIC_URL, id, isTest ? undefined : submission.id);
  return { type, timestamp, data: { form: { id, name }, submission: { ...told, data, files, ...verdict, url } } };
}
