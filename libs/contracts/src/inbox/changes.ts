import * as z from 'zod';
import { receivedSubmissionSchema } from '#inbox/submissions.ts';

/** How long the change feed keeps a change. */
export const changeDaysMax = 90;
/** Instead of a cursor: the page is empty, and its end is where the next change will be. */
export const fromNow = 'now';
/** Instead of a cursor: the page begins with the first change at this time or later. */
export const changesSinceSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).pipe(z.coerce.date());
/** The most lines of a page. */
export const changePageMax = 1_000;

/**
 * The types of a line. A submission that arrives as spam is not a change until it is released. It is `confirmed` when
 * its visitor has confirmed the address, and `imported` if it came from a file.
 */
export const changeTypes = ['created', 'imported', 'confirmed', 'released', 'marked', 'deleted'] as const;

export const changesQuerySchema = z.object({
  after: z.string().max(200).optional().meta({
    description:
      'A cursor from an earlier line. Without it, or where it is empty, the feed begins with everything stored. `now` returns the cursor behind all that has happened; a date or a time in ISO 8601 begins with the first change since.',
  }),
  limit: z.coerce.number().int().min(1).max(changePageMax).default(changePageMax).meta({
    description: 'Most lines of the page, without the last one.',
  }),
  formId: z.uuid().optional().meta({ description: 'Only changes of this form.' }),
});

export const changeSchema = z
  .object({
    cursor: z.string(),
    type: z.enum(changeTypes),
    formId: z.uuid(),
    submissionId: z.uuid().nullable().meta({ description: 'Null where all submissions of the form were deleted.' }),
    at: z.iso.datetime(),
    upTo: z.iso.datetime().optional().meta({
      description:
        'On a line of type `deleted`, where submissions were deleted because of their age: the `createdAt` of the one that is named. It is gone, and all that stand before it in its form, by `createdAt` and then by `id`.',
    }),
    labels: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'The names of fields for people, if the rules of the form have labels.' }),
    submission: receivedSubmissionSchema.nullable().meta({ description: 'Null where it no longer exists.' }),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof changeSchema>;
/** The last line of a page. */
const changesEndSchema = z
  .object({
    cursor: z.string(),
    type: z.literal('end'),
    isComplete: z.boolean().meta({ description: 'True if nothing followed when the page was begun.' }),
  })
  .meta({ id: 'ChangesEnd' });
export const changeLineSchema = z.union([changeSchema, changesEndSchema]).meta({ id: 'ChangeLine' });
