import * as z from 'zod';
import { fieldRolesSchema } from '#inbox/field-choice.ts';
import { submissionSchema } from '#inbox/submissions.ts';

/** The last thirty days, and the thirty days before them for comparison. */
export const dashboardDays = 60;

const count = z.number().int().nonnegative();
const form = { formId: z.uuid(), formName: z.string() };

const spamItemSchema = z.object({
  kind: z.literal('spam'),
  ...form,
  count: count.meta({ description: 'Submissions in the spam folder that arrived in the last seven days.' }),
});
const refusedOriginItemSchema = z.object({
  kind: z.literal('refused-origin'),
  ...form,
  origin: z.string().meta({ description: 'A website that the form does not allow.' }),
  count: count.meta({ description: 'Its latest refused requests, of the last seven days.' }),
});
const failingTargetItemSchema = z.object({
  kind: z.literal('failing-target'),
  ...form,
  targetId: z.uuid(),
  targetName: z.string(),
  isDisabled: z.boolean().meta({ description: 'True if Inlet stopped delivering.' }),
  since: z.iso.datetime().nullable(),
  waiting: count.meta({ description: 'Deliveries that wait, counted to 10,000.' }),
});
const silentFormItemSchema = z.object({
  kind: z.literal('silent-form'),
  ...form,
  since: z.iso.datetime().meta({ description: 'When its last submission arrived.' }),
});

export const attentionItemSchema = z.discriminatedUnion('kind', [
  spamItemSchema,
  refusedOriginItemSchema,
  failingTargetItemSchema,
  silentFormItemSchema,
]);
export type AttentionItem = z.infer<typeof attentionItemSchema>;

export const dashboardSchema = z
  .object({
    timeZone: z.string().meta({ description: 'The time zone of the account, in which days are counted.' }),
    days: z.array(z.object({ date: z.iso.date(), submissions: count })).meta({
      description: `Submissions of each of the last ${dashboardDays} days, oldest first. The last one is today.`,
    }),
    latest: z
      .array(submissionSchema.extend({ formName: z.string(), fieldRoles: fieldRolesSchema }))
      .meta({ description: 'The newest submissions in the inboxes of all forms.' }),
    attention: z
      .array(attentionItemSchema)
      .meta({ description: 'What may need a look, by its `kind`, the most urgent first.' }),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboardSchema>;
