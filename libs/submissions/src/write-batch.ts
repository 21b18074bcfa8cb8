import type { SubmissionBatch } from '#batch.ts';
import { joinIds } from '#batch-ids.ts';

/** A batch as the bytes of its JSON. Its ids are one text beside its rows. */
export function writeBatch({ rows, ...head }: SubmissionBatch): Buffer {
  const withoutIds = rows.map(([, ...row]) => row);
  return Buffer.from(JSON.stringify({ ...head, ids: joinIds(rows.map(([id]) => id)), rows: withoutIds }));
}
