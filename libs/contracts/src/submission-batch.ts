import * as z from 'zod';

/** One accepted submission on its way from ingest to the worker. */
export interface AcceptedSubmission {
  readonly id: string;
  readonly formId: string;
  readonly receivedAtMs: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly origin: string | null;
  readonly userAgent: string | null;
}

/**
 * A batch as it waits in Redis. Forms, origins and user agents repeat within a batch, so each is written once and
 * rows point at it by position; -1 stands for none. Without this a small submission would take three times its size.
 */
export const submissionBatchSchema = z.object({
  formIds: z.array(z.uuid()),
  origins: z.array(z.string()),
  userAgents: z.array(z.string()),
  rows: z.array(
    z.tuple([
      z.uuid(),
      z.number().int().nonnegative(),
      z.number().int().positive(),
      z.number().int().min(-1),
      z.number().int().min(-1),
      // Checked, not copied: a copy would lose a field that is named `__proto__`.
      z.custom<Record<string, unknown>>(isObject),
    ]),
  ),
});
export type SubmissionBatch = z.infer<typeof submissionBatchSchema>;

/** Packs accepted submissions into the payload of one job. */
export function packBatch(submissions: readonly AcceptedSubmission[]): SubmissionBatch {
  const formIds = new Positions();
  const origins = new Positions();
  const userAgents = new Positions();
  const rows = submissions.map(
    ({ id, formId, receivedAtMs, origin, userAgent, data }): SubmissionBatch['rows'][number] => [
      id,
      formIds.of(formId),
      receivedAtMs,
      origins.of(origin),
      userAgents.of(userAgent),
      data,
    ],
  );
  return { formIds: formIds.list, origins: origins.list, userAgents: userAgents.list, rows };
}

/** The mirror image of `packBatch`. */
export function unpackBatch(batch: SubmissionBatch): AcceptedSubmission[] {
  return batch.rows.map(([id, form, receivedAtMs, origin, userAgent, data]) => {
    return {
      id,
      formId: textAt(batch.formIds, form, id),
      receivedAtMs,
      origin: origin === -1 ? null : textAt(batch.origins, origin, id),
      userAgent: userAgent === -1 ? null : textAt(batch.userAgents, userAgent, id),
      data,
    };
  });
}

function textAt(list: readonly string[], position: number, id: string): string {
  const text = list[position];
  if (text !== undefined) return text;
  throw new RangeError(`Row ${id} points at position ${position}, which the batch does not have`);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class Positions {
  readonly list: string[] = [];
  readonly #byText = new Map<string, number>();

  of(text: string | null): number {
    if (text === null) return -1;
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const position = this.list.push(text) - 1;
    this.#byText.set(text, position);
    return position;
  }
}
