import { countersMax } from '@inlet/contracts/quotas';
import * as z from 'zod';
import { submissionBatchSchema } from '#batch.ts';

const quotaSchema = z.object({
  userId: z.uuid(),
  month: z.string(),
  resource: z.enum(['submissions', 'bytes']),
  wanted: z.int().nonnegative(),
  limit: z.int().nonnegative(),
});

/** An account's quota of a month, of which a batch wants some. */
export type DirectQuota = z.output<typeof quotaSchema>;

/** A batch that ingest sends to the worker itself. */
export const directBatchSchema = z.object({
  /** The id of its job, if it was queued as well. */
  id: z.uuid(),
  quotas: z.array(quotaSchema),
  batch: submissionBatchSchema,
});
export type DirectBatch = z.output<typeof directBatchSchema>;

/** All of a batch is stored, or nothing and this is how much of each quota there is for it. */
export const directAnswerSchema = z.object({
  isStored: z.boolean(),
  room: z.array(z.int().nonnegative()),
  /** Whether each quota has no more. Else somebody held a row of the account; a worker of the previous release does not say. */
  full: z.array(z.boolean()).default([]),
  /** Whether the counters in Redis know of it. */
  isFlushed: z.boolean().default(false),
});
export type DirectAnswer = z.output<typeof directAnswerSchema>;

/** Whether the counters in Redis know of all that was stored directly, and which of them are missing there. */
export const flushAnswerSchema = z.object({
  isFlushed: z.boolean(),
  uncounted: z.array(z.object({ userId: z.uuid(), month: z.string() })).max(countersMax),
});
export type FlushAnswer = z.output<typeof flushAnswerSchema>;

/** Bytes of the largest body: one submission of a megabyte, escaped twice, beside a batch that was nearly full. */
export const directBodyBytesMax = 16_000_000;
