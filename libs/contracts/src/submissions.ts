import * as z from 'zod';
import { canBeStored } from '#text.ts';

/** Largest page of submissions that the management API gives at once. */
export const submissionPageMax = 200;
/** Characters of a value that a list shows; the submission itself, read by its id, has all of them. */
export const listedValueMax = 2_000;
/** Submissions that one request can delete or mark by naming them. */
export const submissionsNamedMax = 1_000;
const searchMaxLength = 200;

export const submissionSchema = z.object({
  id: z.uuid(),
  formId: z.uuid(),
  data: z.custom<Record<string, unknown>>((data) => typeof data === 'object' && data !== null),
  origin: z.string().nullable(),
  userAgent: z.string().nullable(),
  isSpam: z.boolean(),
  createdAt: z.iso.datetime(),
  /** True where a list has cut a value that is longer than a list shows; otherwise absent. */
  isTruncated: z.literal(true).optional(),
});
export type Submission = z.infer<typeof submissionSchema>;

const flagSchema = z.enum(['true', 'false'], { error: 'Must be true or false' }).transform((text) => text === 'true');
/** A moment, or a day, which stands for its first moment in UTC. */
const momentSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'Must be a date or a time in ISO 8601' })
  .transform((text) => new Date(text));

const filterShape = {
  /** Text anywhere in the fields, in upper or lower case. */
  q: z.string().trim().max(searchMaxLength).refine(canBeStored, 'No submission has such a character').default(''),
  /** Received at this moment or later. */
  from: momentSchema.optional(),
  /** Received before this moment. */
  to: momentSchema.optional(),
  /** The website that it came from; `none` finds those that came from none that is known. */
  origin: z.string().max(500).refine(canBeStored, 'No origin has such a character').optional(),
};

/** Which of a form's submissions are meant, as words of an address. */
export const submissionFilterQuerySchema = z.object({ ...filterShape, spam: flagSchema.default(false) });
export type SubmissionFilter = z.output<typeof submissionFilterQuerySchema>;

export const submissionPageQuerySchema = submissionFilterQuerySchema.extend({
  limit: z.coerce.number().int().min(1).max(submissionPageMax).default(100),
  cursor: z.string().max(100).optional(),
  /** Whole values, with fewer submissions on a page where they are long. */
  full: flagSchema.default(false),
});

export const submissionPageSchema = z.object({
  submissions: z.array(submissionSchema),
  /** Where the older ones begin, or null behind the oldest. */
  nextCursor: z.string().nullable(),
  /** Where the newer ones begin, or null before the newest. */
  previousCursor: z.string().nullable(),
  /** How many the form holds in this folder, whatever else the filter says. */
  total: z.number().int(),
});
export type SubmissionPage = z.infer<typeof submissionPageSchema>;

/**
 * Several at once: those that are named, or all that a filter finds. Strict, for a filter with a misspelt word in it
 * would find everything.
 */
export const chooseSubmissionsSchema = z.union(
  [
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(submissionsNamedMax) }),
    z.strictObject({ filter: z.strictObject({ ...filterShape, spam: z.boolean().default(false) }) }),
  ],
  { error: `Must have either ids, ${submissionsNamedMax} at the most, or a filter` },
);
export type ChooseSubmissions = z.input<typeof chooseSubmissionsSchema>;
export type ChosenSubmissions = z.output<typeof chooseSubmissionsSchema>;

export const markSubmissionSchema = z.object({ isSpam: z.boolean() });
export const markSubmissionsSchema = z.object({
  ids: z.array(z.uuid()).min(1).max(submissionsNamedMax),
  isSpam: z.boolean(),
});
export type MarkSubmissions = z.input<typeof markSubmissionsSchema>;

export const changedSubmissionsSchema = z.object({ count: z.number().int() });
export type ChangedSubmissions = z.infer<typeof changedSubmissionsSchema>;

/** The answer to a deletion. */
export const deletedSubmissionsSchema = changedSubmissionsSchema.extend({
  /** How many of those that were found are still being deleted; absent where all are gone. */
  pending: z.number().int().optional(),
});
export type DeletedSubmissions = z.infer<typeof deletedSubmissionsSchema>;

/** What became of a submission that an owner sent for trial, and the website that it claimed to come from. */
export const testSubmissionSchema = z.object({ submissionId: z.uuid(), origin: z.string() });
export type TestSubmission = z.infer<typeof testSubmissionSchema>;

export const exportFormats = ['csv', 'ndjson'] as const;
export const exportQuerySchema = submissionFilterQuerySchema.extend({ format: z.enum(exportFormats).default('csv') });
export type ExportFormat = (typeof exportFormats)[number];
