import * as z from 'zod';
import { filesMax } from '#inbox/submission-limits.ts';

/**
 * A submission's file on its way to the database. Its bytes are already stored under its form, its upload and its id.
 * The type was guessed from its first bytes or its name, for display.
 */
export const acceptedFileSchema = z.object({
  id: z.uuid(),
  field: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int().nonnegative(),
  /** In hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type AcceptedFile = z.output<typeof acceptedFileSchema>;

/** The files of a submission, which were uploaded together. */
export const acceptedUploadSchema = z.object({ id: z.uuid(), files: z.array(acceptedFileSchema).max(filesMax) });
export type AcceptedUpload = z.output<typeof acceptedUploadSchema>;

/**
 * Reserves storage for a submission's files before their bytes are accepted. A repeated request with the same id
 * reserves nothing more.
 */
export const uploadRequestSchema = z.object({ id: z.uuid(), formId: z.uuid(), bytes: z.int().nonnegative() });
export type UploadRequest = z.output<typeof uploadRequestSchema>;

/**
 * `granted` reserves this many bytes, which may be fewer than requested; `full` means that nothing is left; `busy` that
 * nothing is left at the moment, but running uploads may need less than they hold; `off` that files are not accepted.
 */
export const uploadAnswerSchema = z.object({
  outcome: z.enum(['granted', 'full', 'busy', 'off']),
  bytes: z.int().nonnegative(),
  /** The storage of the account's plan. */
  limit: z.int().nonnegative(),
});
export type UploadAnswer = z.output<typeof uploadAnswerSchema>;
