import { likeThis } from '@inlet/spam/similarity';
import { textsOf } from '@inlet/spam/texts-of';
import { submissionNotFound } from '#errors.ts';
import { findNewestTexts, findText } from '#inbox/search/similar.store.ts';
import type { Resources } from '#resources.ts';

/** A larger submission is not compared: 500 of the largest would block other requests. */
export const comparedBytesMax = 8_000;
/** Comparing this many takes some 30 ms. */
export const comparedMax = 500;

/** Similar submissions in the inbox, newest first. */
export async function findSimilar(
  { database }: Pick<Resources, 'database'>,
  formId: string,
  id: string,
): Promise<string[]> {
  const text = await findText(database.pool, formId, id, comparedBytesMax);
  if (text === undefined) throw submissionNotFound();
  if (text === null) return [];
  const isAlike = likeThis(textsOf(text));
  const others = await findNewestTexts(database.pool, { formId, limit: comparedMax, bytesMax: comparedBytesMax });
  return others.filter((other) => other.id !== id && isAlike(textsOf(other.data))).map((other) => other.id);
}
