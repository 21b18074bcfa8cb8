import * as z from 'zod';
import { fieldErrorSchema } from '#field-errors.ts';
import { confirmationFields } from '#inbox/confirmation.ts';
import { fileSchema } from '#inbox/files.ts';
import {
  inboxStateSchema,
  restoreSchema,
  setStateSchema,
  submissionStatusSchema,
  tagSchema,
  undoSchema,
} from '#inbox/inbox-state.ts';
import { spamVerdictSchema } from '#inbox/spam.ts';
import { fieldNameMax, sortedMax, submissionPageMax, submissionsNamedMax } from '#inbox/submission-limits.ts';
import { cursorSchema, limitSchema, nextCursorSchema } from '#paging.ts';
import { canBeStored } from '#text.ts';

const searchMaxLength = 200;

/** A submission as it was received, for deliveries and the change feed. */
export const receivedSubmissionSchema = z
  .object({
    id: z.uuid(),
    formId: z.uuid(),
    data: z
      .custom<Record<string, unknown>>((data) => typeof data === 'object' && data !== null)
      .meta({ type: 'object', description: 'The fields, as the website sent them.' }),
    origin: z.string().nullable(),
    userAgent: z.string().nullable(),
    isSpam: z.boolean(),
    spam: spamVerdictSchema,
    isChecking: z.boolean().meta({ description: 'True while a remote check for spam is under way.' }),
    createdAt: z.iso.datetime(),
    files: z.array(fileSchema).meta({ description: 'The files that came with it, in their order.' }),
    ruleErrors: z
      .array(fieldErrorSchema)
      .nullable()
      .meta({ description: 'The rules of the form that it breaks, if the form only warns; null if it breaks none.' }),
    rulesVersion: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The version of the rules that judged it; null if none did.' }),
    ...confirmationFields,
  })
  .meta({ id: 'ReceivedSubmission' });

/** A submission in the inbox, with the state of the work on it. */
export const submissionSchema = receivedSubmissionSchema
  .extend({
    ...inboxStateSchema.shape,
    isTruncated: z
      .literal(true)
      .optional()
      .meta({ description: 'True if the list has cut a value; read the submission by its id for the whole value.' }),
  })
  .meta({ id: 'Submission' });
export type Submission = z.infer<typeof submissionSchema>;

const flagSchema = z.enum(['true', 'false'], { error: 'Must be true or false' }).transform((text) => text === 'true');
/** A moment, or a day, which means its first moment in UTC. */
const momentSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'Must be a date or a time in ISO 8601' })
  .transform((text) => new Date(text));

/** Words of the filter for those who work on submissions. */
export const assigneeFilterSchema = z
  .union([z.enum(['me', 'none']), z.uuid()], { error: 'Must be me, none or the id of a member' })
  .meta({ description: 'Assigned to you with `me`, to nobody with `none`, or to the member with this id.' });

const filterShape = {
  q: z.string().trim().max(searchMaxLength).refine(canBeStored, 'No submission has such a character').default('').meta({
    description:
      'What the fields contain: words in any order, `field:value`, and `"phrases in quotes"`. Accents and case make no difference.',
  }),
  from: momentSchema.optional().meta({ description: 'Received at this time or later.' }),
  to: momentSchema.optional().meta({ description: 'Received before this time.' }),
  origin: z
    .string()
    .max(500)
    .refine(canBeStored, 'No origin has such a character')
    .optional()
    .meta({ description: 'Sent from this website; `none` finds submissions without a known origin.' }),
  status: submissionStatusSchema.optional().meta({ description: 'Open or done.' }),
  tag: tagSchema.optional().meta({ description: 'With this tag.' }),
  assignee: assigneeFilterSchema.optional(),
};
const spamDescription = 'True for the spam folder, false for the inbox.';
const readDescription = 'True for read submissions, false for unread ones.';
const ruleErrorsDescription = 'True for submissions that break a rule of the form, false for the others.';
const confirmedDescription = 'True for submissions whose visitor has confirmed the address, false for the others.';
const starredDescription = 'True for starred submissions, false for the others.';

/** A filter for a form's submissions, as query parameters. */
export const submissionFilterQuerySchema = z.object({
  ...filterShape,
  spam: flagSchema.default(false).meta({ description: spamDescription }),
  read: flagSchema.optional().meta({ description: readDescription }),
  starred: flagSchema.optional().meta({ description: starredDescription }),
  ruleErrors: flagSchema.optional().meta({ description: ruleErrorsDescription }),
  confirmed: flagSchema.optional().meta({ description: confirmedDescription }),
});
export type SubmissionFilter = z.output<typeof submissionFilterQuerySchema>;

export const sortSchema = z
  .string()
  .min(1)
  .max(fieldNameMax)
  .refine(canBeStored, 'No field has such a name')
  .meta({
    description: `The name of a field to sort by, where the filter finds ${sortedMax.toLocaleString('en')} submissions at most. Without it the list is sorted by time.`,
  });
export const orderSchema = z
  .enum(['asc', 'desc'])
  .meta({ description: '`desc` is the default: the newest, or the last value, first.' });

export const submissionPageQuerySchema = submissionFilterQuerySchema.extend({
  limit: limitSchema(submissionPageMax, 100),
  cursor: cursorSchema,
  full: flagSchema
    .default(false)
    .meta({ description: 'True for whole values. A page then has fewer submissions if values are long.' }),
  sort: sortSchema.optional(),
  order: orderSchema.optional(),
});

export const searchProgressSchema = z
  .object({
    isComplete: z.boolean().meta({ description: 'False if the page may lack older matches.' }),
    searchedBack: z.iso.datetime().nullable().meta({ description: 'Searched back to this time; null if complete.' }),
    progress: z.number().min(0).max(1).meta({ description: 'The part of the form whose index is built.' }),
  })
  .meta({ id: 'SearchProgress' });
export type SearchProgress = z.infer<typeof searchProgressSchema>;

export const submissionPageSchema = z
  .object({
    submissions: z.array(submissionSchema),
    nextCursor: nextCursorSchema,
    previousCursor: z
      .string()
      .nullable()
      .meta({ description: 'The cursor of the page with the next newer ones; null on the first page.' }),
    total: z.number().int().meta({
      description: 'Submissions that the filter finds, counted up to 1,000; without a filter all in the folder.',
    }),
    totalIsExact: z.boolean().meta({ description: 'False if there are more than `total`.' }),
    search: searchProgressSchema.optional().meta({ description: 'Only of a search: how far it has looked.' }),
  })
  .meta({ id: 'SubmissionPage' });
export type SubmissionPage = z.infer<typeof submissionPageSchema>;

export const idsSchema = z
  .array(z.uuid())
  .min(1)
  .max(submissionsNamedMax)
  .meta({ description: 'The ids of the submissions.' });

/** The filter in a request body. It is strict, because a misspelt name would otherwise match everything. */
export const submissionFilterSchema = z
  .strictObject({
    ...filterShape,
    spam: z.boolean().default(false).meta({ description: spamDescription }),
    read: z.boolean().optional().meta({ description: readDescription }),
    starred: z.boolean().optional().meta({ description: starredDescription }),
    ruleErrors: z.boolean().optional().meta({ description: ruleErrorsDescription }),
    confirmed: z.boolean().optional().meta({ description: confirmedDescription }),
  })
  .meta({ description: 'All submissions that it finds. The same fields as in the query of the list.' });

/** Several submissions: those with these ids, or all that match a filter. */
export const chooseSubmissionsSchema = z
  .union(
    [
      z.strictObject({ ids: idsSchema }),
      z.strictObject({
        filter: submissionFilterSchema,
      }),
    ],
    { error: `Must have either ids, ${submissionsNamedMax} at the most, or a filter` },
  )
  .meta({ id: 'ChooseSubmissions' });
export type ChooseSubmissions = z.input<typeof chooseSubmissionsSchema>;
export type ChosenSubmissions = z.output<typeof chooseSubmissionsSchema>;

/** A change of several submissions: by id, by filter, or back to their previous state. */
export const updateSubmissionsSchema = z
  .union(
    [
      z.strictObject({ ids: idsSchema, set: setStateSchema }),
      z.strictObject({ filter: submissionFilterSchema, set: setStateSchema }),
      z.strictObject({ restore: restoreSchema }),
      z.strictObject({ undo: undoSchema }),
    ],
    {
      error: `Must have \`set\` with either ids, ${submissionsNamedMax} at the most, or a filter; or \`restore\`, or \`undo\``,
    },
  )
  .meta({ id: 'UpdateSubmissions' });
export type UpdateSubmissions = z.input<typeof updateSubmissionsSchema>;

export const markSubmissionsSchema = z.object({ ids: idsSchema, isSpam: z.boolean() }).meta({ id: 'MarkSubmissions' });
export type MarkSubmissions = z.input<typeof markSubmissionsSchema>;

export const changedSubmissionsSchema = z
  .object({ count: z.number().int().meta({ description: 'Submissions that were changed.' }) })
  .meta({ id: 'ChangedSubmissions' });
export type ChangedSubmissions = z.infer<typeof changedSubmissionsSchema>;

export const deletedSubmissionsSchema = z
  .object({
    count: z.number().int().meta({ description: 'Submissions that were deleted.' }),
    pending: z
      .number()
      .int()
      .optional()
      .meta({ description: 'Submissions that are still being deleted; absent if all are gone.' }),
  })
  .meta({ id: 'DeletedSubmissions' });
export type DeletedSubmissions = z.infer<typeof deletedSubmissionsSchema>;

export const testSubmissionSchema = z
  .object({
    submissionId: z.uuid(),
    origin: z.string().meta({ description: 'The website that the submission was sent as.' }),
  })
  .meta({ id: 'TestSubmission' });
export type TestSubmission = z.infer<typeof testSubmissionSchema>;

export const exportFormats = ['csv', 'ndjson', 'xlsx', 'zip'] as const;
export const exportQuerySchema = submissionFilterQuerySchema.extend({
  format: z.enum(exportFormats).default('csv').meta({ description: 'The format of the file.' }),
  columns: z.literal('fields').optional().meta({
    description: 'One column per field, for CSV, also within ZIP. XLSX always has them.',
  }),
});
export type ExportFormat = (typeof exportFormats)[number];
