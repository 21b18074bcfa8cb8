import * as z from 'zod';
import { count, mentionCountSchema, mentionSchema, personCountsSchema } from '#account/erasures.ts';
import { fieldRolesSchema } from '#inbox/field-choice.ts';
import { submissionSchema } from '#inbox/submissions.ts';

/** The number of listed submissions of a person. */
export const personSubmissionsMax = 100;

export const personSchema = z
  .object({
    email: z.string(),
    submissions: z
      .array(submissionSchema.extend({ formName: z.string(), fieldRoles: fieldRolesSchema }))
      .meta({ description: `The newest ${personSubmissionsMax}. Long values are cut.` }),
    total: count('All submissions with a field that equals the address.'),
    counts: personCountsSchema,
    mentions: z.array(mentionSchema),
    mentionCount: mentionCountSchema,
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof personSchema>;
