import { mentionsMax } from '@inlet/contracts/erasures';
import { transaction } from '@inlet/db/transaction';
import type { AddressMatcher } from '@inlet/submissions/people/matcher';
import { scanPiece, scanStart } from '@inlet/submissions/people/scan-submissions';
import type { Pool } from 'pg';
import {
  addCounts,
  addMentions,
  findForms,
  forgetMentions,
  insertFinds,
  keepErasure,
  type Look,
  type Progress,
  runOf,
  saveProgress,
  type TakenErasure,
} from '#erasures/erasures.store.ts';
import { deleteFound, findLeft } from '#erasures/found.store.ts';

/** Few enough for a statement of some milliseconds. */
const deletedAtOnce = 200;
/** Longer than any piece; a worker that dies keeps others from going on for so long. */
export const heldSeconds = 10;

export interface Work {
  readonly pool: Pool;
  readonly erasure: TakenErasure;
  readonly holder: string;
  readonly matcher: AddressMatcher;
  /** Waits for as long as the last piece took: storing comes first. Throws where the process is to end. */
  readonly rest: (tookMs: number) => Promise<void>;
}

/** Erases everything, from where the erasure has come to. */
export async function eraseAll(work: Work): Promise<void> {
  const { look, step } = work.erasure.progress ?? { look: 1, step: 'find' };
  for (const each of ([1, 2] as const).filter((one) => one >= look)) {
    if (each > look || step === 'find') await find(work, each);
    await eraseFound(work);
  }
}

/** One piece in a transaction of its own, which also says that the erasure is still held. */
async function inPiece<Answer>(
  { pool, erasure, holder, rest }: Work,
  piece: Parameters<typeof transaction<Answer>>[1],
): Promise<Answer> {
  const startMs = performance.now();
  const answer = await transaction(pool, async (client) => {
    await keepErasure(client, erasure.id, holder, heldSeconds);
    return piece(client);
  });
  await rest(performance.now() - startMs);
  return answer;
}

/** Notes the submissions of the person, and mentions in others. */
async function find(work: Work, look: Look): Promise<void> {
  const { pool, erasure, matcher } = work;
  const { id, userId } = erasure;
  let progress: Progress = erasure.progress?.look === look ? erasure.progress : { look, step: 'find' };
  // The second look sees the mentions of the first one again.
  if (progress.formId === undefined) await inPiece(work, (client) => forgetMentions(client, id));
  const forms = (await findForms(pool, userId)).filter((form) => form >= (progress.formId ?? ''));
  for (const formId of forms) {
    let from = (progress.formId === formId ? progress.from : undefined) ?? scanStart;
    for (let goesOn = true; goesOn; ) {
      goesOn = await inPiece(work, async (client) => {
        const { found, next } = await scanPiece(runOf(client), formId, matcher, from);
        const theirs = found.filter(({ isPerson }) => isPerson);
        await insertFinds(
          client,
          id,
          'submission',
          theirs.map((one) => one.id),
          formId,
        );
        const mentions = found
          .filter(({ isPerson }) => !isPerson)
          .flatMap((one) =>
            one.mentions.map((mention) => ({ place: 'field', formId, key: one.id, ...mention }) as const),
          );
        await addMentions(client, id, mentions, mentionsMax);
        from = next ?? from;
        progress = { look, step: 'find', formId, from };
        if (next) await saveProgress(client, id, progress);
        return next !== null;
      });
    }
  }
  await saveProgress(pool, id, { look, step: 'erase' });
}

async function eraseFound(work: Work): Promise<void> {
  const { pool, erasure } = work;
  for (;;) {
    const left = await findLeft(pool, erasure.id, deletedAtOnce);
    if (!left) return;
    await inPiece(work, async (client) => addCounts(client, erasure.id, { ...(await deleteFound(client, left)) }));
  }
}
