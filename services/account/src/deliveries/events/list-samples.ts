import { randomUUID } from 'node:crypto';
import { samplesMax } from '@inlet/contracts/hooks';
import type { Form } from '@inlet/db/client';
import { dashboardUrl } from '@inlet/outbound/dashboard-url';
import { findNewest } from '#deliveries/events/events.store.ts';
import { exampleOf } from '#deliveries/events/example-of.ts';
import { presentSubmission } from '#inbox/submissions/present-submission.ts';
import type { SubmissionRow } from '#inbox/submissions/submission-row.ts';
import type { Resources } from '#resources.ts';

type SampleDeps = Pick<Resources, 'config' | 'database' | 'fileLinks'>;

/** Bodies of deliveries as a JSON list, newest first: of stored submissions, or a made-up one. */
export async function listSamples(deps: SampleDeps, form: Form): Promise<string> {
  const found = await findNewest(deps.database.pool, form.id, samplesMax);
  const submissions = found.length > 0 ? found : [exampleOf(form, randomUUID(), new Date())];
  const write = (submission: SubmissionRow) => writeEvent(deps, form, submission, found.length === 0);
  return `[${submissions.map(write).join(',')}]`;
}

/** The fields keep the text that was sent. */
function writeEvent(
  { config, fileLinks }: SampleDeps,
  { id, name }: Form,
  submission: SubmissionRow,
  isExample: boolean,
): string {
  const head = JSON.stringify({
    type: 'submission.created',
    timestamp: submission.createdAt,
    data: { form: { id, name } },
  });
  const url = dashboardUrl(config.PUBLIC_URL, id, isExample ? undefined : submission.id);
  const told = `${presentSubmission(submission, fileLinks).slice(0, -1)},"url":${JSON.stringify(url)}}`;
  return `${head.slice(0, -2)},"submission":${told}}}`;
}
