import * as z from 'zod';
import { afterSendingSchema } from '#forms/after-sending.ts';
import { captchaProviderSchema } from '#inbox/spam.ts';

/** The part of a form that ingest needs to judge a submission, as `account` projects it into Redis. */
export const formEntrySchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  isActive: z.boolean(),
  allowedOrigins: z.array(z.string()),
  /** Submissions that the owner's plan allows in a month, over all of the owner's forms. */
  submissionLimit: z.number().int().nonnegative(),
  /** Bytes that it allows; an entry of the previous release has the smallest plan that is sold. */
  byteLimit: z.number().int().nonnegative().default(1_000_000_000),
  /** Bytes of a submission's body; null, or an entry from before there was such a limit, stands for the most. */
  bodyMaxBytes: z.number().int().positive().nullable().default(null),
  /** Absent unless the form has settings of its own for spam, or its account has marked submissions. */
  spam: z
    .object({
      /** Grows with each change of the settings, so that a worker knows when its copy is old. */
      version: z.number().int().nonnegative(),
      captcha: captchaProviderSchema.nullable(),
      akismet: z.boolean(),
    })
    .optional(),
  /** Absent where the form takes no files. */
  files: z
    .object({
      /** As in the `accept` of a file input, in lower case; empty takes every type. */
      types: z.array(z.string()),
    })
    .optional(),
  /** Absent where the owner has chosen nothing, and in an entry of the previous release. */
  afterSending: afterSendingSchema.optional(),
});
export type FormEntry = z.infer<typeof formEntrySchema>;

/** The shape of every public endpoint id: 12 characters of base 36. */
export const endpointIdPattern = /^[0-9a-z]{12}$/;
