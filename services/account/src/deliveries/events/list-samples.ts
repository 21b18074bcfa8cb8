import { randomUUID } from 'node:crypto';
import { samplesMax } from '@inlet/contracts/targets';
import type { FileLinks } from '@inlet/crypto/file-links';
import type { Form } from '@inlet/db/client';
import { findNewest } from '#deliveries/events/events.store.ts';
import { exampleOf } from '#deliveries/events/example-of.ts';
import { presentSubmission } from '#inbox/submissions/present-submission.ts';
import type { SubmissionRow } from '#inbox/submissions/submission-row.ts';
import type { Resources } from '#resources.ts';

/** Bodies of deliveries as a JSON list, the newest first: of stored submissions, or one that is made up. */
export async function listSamples(
  { database, fileLinks }: Pick<Resources, 'database' | 'fileLinks'>,
  form: Form,
): Promise<string> {
  const found = await findNewest(database.pool, form.id, samplesMax);
  const submissions = found.length > 0 ? found : [exampleOf(form, randomUUID(), new Date())];
  return `[${submissions.map((submission) => writeEvent(form, submission, fileLinks)).join(',')}]`;
}

/** The fields stay as they were sent. */
function writeEvent({ id, name }: Form, submission: SubmissionRow, links: FileLinks): string {
  const head = JSON.stringify({
    type: 'submission.created',
    timestamp: submission.createdAt,
    data: { form: { id, name } },
  });
  return `${head.slice(0, -2)},"submission":${presentSubmission(submission, links)}}}`;
}
