import * as z from 'zod';
import { noteMaxLength, submissionsNamedMax, tagMaxLength, tagsMax } from '#inbox/submission-limits.ts';
import { canBeStored } from '#text.ts';

export const submissionStatusSchema = z.enum(['open', 'done']);
export type SubmissionStatus = z.infer<typeof submissionStatusSchema>;

export const tagSchema = z
  .string()
  .trim()
  .min(1, 'A tag needs a character')
  .max(tagMaxLength, `A tag has at most ${tagMaxLength} characters`)
  .refine(canBeStored, 'A tag has a character that cannot be stored');
const tagsSchema = z
  .array(tagSchema)
  .max(tagsMax, `A submission has at most ${tagsMax} tags`)
  .transform((tags) => [...new Set(tags)]);

/** The state of the work on a submission in the inbox. */
export const inboxStateSchema = z.object({
  isRead: z.boolean(),
  isStarred: z.boolean(),
  status: submissionStatusSchema,
  tags: z.array(z.string()),
  note: z.string().nullable(),
  assigneeId: z.uuid().nullable().meta({ description: 'The member of the workspace that works on it.' }),
});
export type InboxState = z.infer<typeof inboxStateSchema>;

const noteSchema = z
  .string()
  .max(noteMaxLength, `A note has at most ${noteMaxLength.toLocaleString('en')} characters`)
  .refine(canBeStored, 'The note has a character that cannot be stored')
  .nullable()
  .transform((note) => note || null);

const assigneeSchema = z.uuid().nullable().optional().meta({
  description: 'A member of the workspace that sees the form; null for nobody.',
});

const changeOfOneSchema = {
  isRead: z.boolean().optional(),
  isStarred: z.boolean().optional(),
  status: submissionStatusSchema.optional(),
  tags: tagsSchema.optional().meta({ description: `All tags of the submission, ${tagsMax} at most.` }),
  assigneeId: assigneeSchema,
};

const hasSome = (change: object) => Object.values(change).some((value) => value !== undefined);
const nothing = 'Must change at least one field';

/** A change of one submission; omitted properties are unchanged. */
export const updateSubmissionSchema = z
  .object({
    isSpam: z.boolean().optional().meta({ description: 'True moves it into the spam folder, false out of it.' }),
    ...changeOfOneSchema,
    note: noteSchema.optional().meta({ description: `Up to ${noteMaxLength.toLocaleString('en')} characters.` }),
  })
  .refine(hasSome, nothing)
  .meta({ id: 'UpdateSubmission' });
export type UpdateSubmission = z.input<typeof updateSubmissionSchema>;
export type StateChange = { readonly [Name in keyof InboxState]?: InboxState[Name] | undefined };

/** A change of several submissions at once. */
export const setStateSchema = z
  .strictObject({
    isRead: z.boolean().optional(),
    isStarred: z.boolean().optional(),
    status: submissionStatusSchema.optional(),
    addTags: tagsSchema.optional().meta({ description: `A submission keeps its first ${tagsMax} tags.` }),
    removeTags: tagsSchema.optional(),
    assigneeId: assigneeSchema,
  })
  .refine(hasSome, nothing)
  .meta({ id: 'SetState' });
export type SetState = z.output<typeof setStateSchema>;

/** The previous state of changed submissions, which undoes the change. */
export const previousStateSchema = z.strictObject({ id: z.uuid(), ...changeOfOneSchema }).meta({ id: 'PreviousState' });
export type PreviousState = z.output<typeof previousStateSchema>;
export const restoreSchema = z.array(previousStateSchema).min(1).max(submissionsNamedMax).meta({
  description: 'States by id, as `previous` of an earlier answer has them.',
});

const timeSchema = z.iso.datetime();
/** A change of every submission that a filter matches, with an undo in the service. */
export const undoSchema = z
  .strictObject({
    changeId: z.uuid(),
    readBefore: z
      .strictObject({ from: timeSchema.nullable(), to: timeSchema })
      .optional()
      .meta({ description: 'Where the whole inbox was marked as read: the time before which all was read.' }),
  })
  .meta({ id: 'Undo' });
export type Undo = z.output<typeof undoSchema>;

export const updatedSubmissionsSchema = z
  .object({
    updated: z.number().int().meta({ description: 'Submissions that are different now.' }),
    isComplete: z
      .boolean()
      .meta({ description: 'False if a filter finds more than could be changed in time. Send the request again.' }),
    previous: z
      .array(previousStateSchema)
      .optional()
      .meta({ description: 'For `ids`: the changed fields of each submission before. Send it as `restore` to undo.' }),
    undo: undoSchema.optional().meta({
      description: 'For a filter: what takes the change back within a day, sent as `undo`. Later changes stay.',
    }),
  })
  .meta({ id: 'UpdatedSubmissions' });
export type UpdatedSubmissions = z.infer<typeof updatedSubmissionsSchema>;

const count = z.number().int().nonnegative();

/** The counts on a form's tabs. */
export const inboxCountsSchema = z
  .object({
    inbox: count.meta({ description: 'Submissions in the inbox.' }),
    unread: count.meta({ description: 'Unread ones in the inbox, counted up to 1,000.' }),
    unreadIsExact: z.boolean().meta({ description: 'False if there are more than `unread`.' }),
    spam: count.meta({ description: 'Submissions in the spam folder.' }),
    flagged: count.meta({ description: 'Of the newest 1,000 in the inbox, those that may be spam.' }),
    ruleErrors: count.meta({ description: 'Those in the inbox that break a rule of the form, counted up to 1,000.' }),
    refused: count
      .nullable()
      .meta({ description: 'Requests that the endpoint refused in the last seven days; null if not known right now.' }),
    tags: z.array(z.string()).meta({ description: 'The tags in use, the most used first, 100 at most.' }),
  })
  .meta({ id: 'InboxCounts' });
export type InboxCounts = z.infer<typeof inboxCountsSchema>;
