import { setTimeout as pause } from 'node:timers/promises';
import { mailSchema } from '@inlet/contracts/mail';
import { jobsReadAtOnce, type QueuedJobs, queuedStates, unfinishedStates } from '@inlet/queue/queued-jobs';
import { type AcceptedSubmission, packBatch, submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { isMailAbout, isTheirs } from '@inlet/submissions/people/match-texts';
import { findForms } from '#erasures/erasures.store.ts';
import {
  closeUpload,
  deletePendingMail,
  deleteSetAside,
  findPendingMails,
  findSetAside,
  noteFound,
} from '#erasures/queued.store.ts';
import { inPiece, type Work } from '#erasures/work.ts';

/** Each may have a megabyte. */
const readAtOnce = 20;
const lowestId = '00000000-0000-0000-0000-000000000000';
const lookEveryMs = 200;

/** Erases submissions that were set aside, including those in failed batches. */
export async function eraseSetAside(work: Work): Promise<void> {
  const { pool, erasure, matcher, queues, isStoring } = work;
  const forms = await findForms(pool, erasure.userId);
  for (let after: string | undefined = lowestId; after !== undefined; ) {
    const rows = await findSetAside(pool, forms, after, readAtOnce);
    for (const { id, payload } of rows) {
      const submission = JSON.parse(payload.toString()) as AcceptedSubmission;
      if (!isTheirs(submission, matcher)) continue;
      await inPiece(work, async (client) => {
        await noteFound(client, erasure.id, 'dead', id);
        await deleteSetAside(client, id);
        if (submission.upload) await closeUpload(client, erasure.id, submission.upload.id);
      });
    }
    after = rows.length === readAtOnce ? rows.at(-1)?.id : undefined;
  }
  for (const queue of queues.submissions) {
    const ids = await queue.ids(isStoring ? ['failed'] : queuedStates);
    for (let first = 0; first < ids.length; first += jobsReadAtOnce) {
      for (const job of await queue.read(ids.slice(first, first + jobsReadAtOnce))) {
        await eraseInBatch(work, queue, job);
      }
    }
  }
}

/** Removes the person's submissions from a batch. A submission that cannot be read is kept. */
async function eraseInBatch({ pool, erasure, matcher }: Work, queue: QueuedJobs, job: { id: string; data: string }) {
  const batch = readBatch(job.data);
  if (batch === null) return;
  const all = unpackBatch(batch);
  const theirs = all.filter((one) => one.userId === erasure.userId && isTheirs(one, matcher));
  if (theirs.length === 0) return;
  for (const { id } of theirs) await noteFound(pool, erasure.id, 'dead', id);
  const rest = all.filter((one) => !theirs.includes(one));
  if (rest.length === 0) await queue.remove(job.id);
  else await queue.replace(job.id, packBatch(rest, batch.trace));
  for (const { upload } of theirs) if (upload) await closeUpload(pool, erasure.id, upload.id);
}

function readBatch(data: string) {
  try {
    return submissionBatchSchema.parse(JSON.parse(data));
  } catch {
    return null;
  }
}

/** Waits until every currently queued batch is stored or has failed. */
export async function untilStored({ queues: { submissions }, rest, isStoring }: Work): Promise<void> {
  if (!isStoring) return;
  // Ids of jobs differ in all lanes.
  const read = async () => (await Promise.all(submissions.map((queue) => queue.ids(unfinishedStates)))).flat();
  let waiting = new Set(await read());
  while (waiting.size > 0) {
    await rest(0);
    await pause(lookEveryMs);
    waiting = new Set((await read()).filter((id) => waiting.has(id)));
  }
}

/**
 * Erases mails of the account's forms that reply to the person or contain the address. A mail that is being sent is too
 * late.
 */
export async function eraseMails(work: Work): Promise<void> {
  const { pool, erasure, matcher, queues } = work;
  const forms = await findForms(pool, erasure.userId);
  for (let after: string | undefined = lowestId; after !== undefined; ) {
    const rows = await findPendingMails(pool, forms, after, readAtOnce);
    for (const { id, options, ...mail } of rows) {
      if (!isMailAbout({ ...mail, kind: options?.kind, replyTo: options?.replyTo }, matcher)) continue;
      await inPiece(work, async (client) => {
        await noteFound(client, erasure.id, 'mail', id);
        await deletePendingMail(client, id);
      });
    }
    after = rows.length === readAtOnce ? rows.at(-1)?.id : undefined;
  }
  const ids = await queues.mails.ids(queuedStates);
  for (let first = 0; first < ids.length; first += jobsReadAtOnce) {
    for (const job of await queues.mails.read(ids.slice(first, first + jobsReadAtOnce))) {
      const mail = mailSchema.safeParse(parseJson(job.data)).data;
      if (mail?.formId === undefined || !forms.includes(mail.formId) || !isMailAbout(mail, matcher)) continue;
      await noteFound(pool, erasure.id, 'mail', job.id);
      await queues.mails.remove(job.id);
    }
    await work.rest(0);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
