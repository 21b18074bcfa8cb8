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

/** An account's monthly quota, of which a batch needs a part. */
export type DirectQuota = z.output<typeof quotaSchema>;

/** A batch that ingest sends directly to the worker. */
export const directBatchSchema = z.object({
  /** The id of its job, if it was also queued. */
  id: z.uuid(),
  /** The lane that could not be used; absent in lane 0, and from ingest of the previous release. */
  lane: z.int().nonnegative().optional(),
  quotas: z.array(quotaSchema),
  batch: submissionBatchSchema,
});
export type DirectBatch = z.output<typeof directBatchSchema>;

/** The whole batch is stored, or nothing is and this is the remaining capacity of each quota. */
export const directAnswerSchema = z.object({
  isStored: z.boolean(),
  room: z.array(z.int().nonnegative()),
  /** Whether each quota has no more. Else somebody held a row of the account; a worker of the previous release does not say. */
  full: z.array(z.boolean()).default([]),
  /** True if the counters in Redis include the batch. */
  isFlushed: z.boolean().default(false),
});
export type DirectAnswer = z.output<typeof directAnswerSchema>;

/** Whether the counters in Redis include everything that was stored directly, and which of them are missing. */
export const flushAnswerSchema = z.object({
  isFlushed: z.boolean(),
  uncounted: z.array(z.object({ userId: z.uuid(), month: z.string() })).max(countersMax),
});
export type FlushAnswer = z.output<typeof flushAnswerSchema>;

/** The size of the largest body: one submission of a megabyte, escaped twice, after an almost full batch. */
export const directBodyBytesMax = 16_000_000;
