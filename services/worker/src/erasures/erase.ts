import { mentionsMax } from '@inlet/contracts/erasures';
import { scanSettings } from '@inlet/submissions/people/scan-settings';
import { scanPiece, scanStart } from '@inlet/submissions/people/scan-submissions';
import { eraseDeliveries } from '#erasures/erase-deliveries.ts';
import { eraseMails, eraseSetAside, untilStored } from '#erasures/erase-queued.ts';
import { eraseAllTraces } from '#erasures/erase-traces.ts';
import {
  addCounts,
  addMentions,
  type ErasureProgress,
  findForms,
  forgetMentions,
  insertFinds,
  type Look,
  runOf,
  saveProgress,
} from '#erasures/erasures.store.ts';
import { deleteFound, findFiles, findFilesLeft, findLeft } from '#erasures/found.store.ts';
import { hasUploadsLeft } from '#erasures/queued.store.ts';
import { inPiece, type Work } from '#erasures/work.ts';
import { removeFiles } from '#files/remove-files.ts';
import { removeClosing } from '#files/sweep-uploads.ts';

/** Small enough for a statement of some milliseconds. */
const deletedAtOnce = 200;
const waitForOthersMs = 200;

/**
 * Runs a complete erasure from its last progress. A second pass finds what was in transit during the first. Each step
 * may be repeated, and counts nothing twice.
 */
export async function eraseAll(work: Work): Promise<void> {
  const { look, step } = work.erasure.progress ?? { look: 1, step: 'find' };
  for (const each of ([1, 2] as const).filter((one) => one >= look)) {
    if (each > look || step === 'find') await find(work, each);
    // Pending deliveries refer to their submission, which is deleted next.
    await eraseDeliveries(work);
    await eraseFound(work);
    await eraseAllTraces(work);
    await eraseSetAside(work);
    await eraseMails(work);
    await eraseFiles(work);
    if (each === 1) await untilStored(work);
  }
}

/** Records the person's submissions, and mentions in others. */
async function find(work: Work, look: Look): Promise<void> {
  const { pool, erasure, matcher } = work;
  const { id, userId } = erasure;
  const saved: ErasureProgress = erasure.progress?.look === look ? erasure.progress : { look, step: 'find' };
  // The second pass finds the mentions of the first one again.
  if (saved.formId === undefined) await inPiece(work, (client) => forgetMentions(client, id));
  const forms = await findForms(pool, userId);
  for (const formId of forms.filter((form) => form >= (saved.formId ?? ''))) {
    let from: typeof scanStart | null = (saved.formId === formId ? saved.from : undefined) ?? scanStart;
    while (from !== null) {
      const start: typeof scanStart = from;
      from = await inPiece(work, async (client) => {
        const { found, next } = await scanPiece(runOf(client), formId, matcher, start);
        const theirs = found.filter(({ isPerson }) => isPerson).map((one) => one.id);
        const mentions = found
          .filter(({ isPerson }) => !isPerson)
          .flatMap(({ id: key, mentions: all }) =>
            all.map((one) => ({ place: 'field', formId, key, ...one }) as const),
          );
        await insertFinds(client, id, 'submission', theirs, formId);
        await addMentions(client, id, mentions, mentionsMax);
        if (next === null)
          await addMentions(client, id, await scanSettings(runOf(client), formId, matcher), mentionsMax);
        await saveProgress(client, id, { look, step: 'find', ...after(forms, formId, next) });
        return next;
      });
    }
  }
  await saveProgress(pool, id, { look, step: 'erase' });
}

/** Where the search continues: in this form, or in the next one. */
function after(forms: readonly string[], formId: string, from: typeof scanStart | null): Partial<ErasureProgress> {
  if (from !== null) return { formId, from };
  const next = forms[forms.indexOf(formId) + 1];
  return next === undefined ? { formId: highestForm } : { formId: next };
}

/** Sorts after all form ids. */
const highestForm = 'g';

async function eraseFound(work: Work): Promise<void> {
  const { pool, erasure } = work;
  for (;;) {
    const left = await findLeft(pool, erasure.id, deletedAtOnce);
    if (!left) return;
    await inPiece(work, async (client) => {
      await insertFinds(client, erasure.id, 'file', await findFiles(client, left.ids));
      await addCounts(client, erasure.id, { ...(await deleteFound(client, left)) });
    });
  }
}

/** An erasure ends when the bytes are deleted. Other workers may have claimed some of them. */
async function eraseFiles({ pool, blobs, erasure, rest }: Work): Promise<void> {
  while (await hasUploadsLeft(pool, erasure.id)) {
    await removeClosing(pool, blobs);
    await rest(waitForOthersMs);
  }
  for (;;) {
    const left = await findFilesLeft(pool, erasure.id);
    if (left.length === 0) return;
    const startMs = performance.now();
    const count = await removeFiles(pool, blobs, left);
    await rest(count > 0 ? performance.now() - startMs : waitForOthersMs);
  }
}
