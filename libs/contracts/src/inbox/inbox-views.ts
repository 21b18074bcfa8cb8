import * as z from 'zod';
import { submissionStatusSchema, tagSchema } from '#inbox/inbox-state.ts';
import { columnsMax, fieldNameMax, viewNameMaxLength } from '#inbox/submission-limits.ts';
import { assigneeFilterSchema, orderSchema, sortSchema } from '#inbox/submissions.ts';
import { canBeStored } from '#text.ts';

export const fieldTypes = ['text', 'long', 'email', 'number', 'url', 'boolean', 'list', 'object'] as const;
export type FieldType = (typeof fieldTypes)[number];

const widthSchema = z
  .number()
  .int()
  .min(40)
  .max(1_000)
  .nullable()
  .meta({ description: 'Pixels; null lets the column take the remaining width.' });
const fieldNameSchema = z.string().max(fieldNameMax).refine(canBeStored, 'No field has such a name');

export const formFieldSchema = z
  .object({
    name: z.string(),
    label: z.string().optional().meta({ description: 'Its name for people, if the rules of the form have one.' }),
    type: z.enum(fieldTypes).meta({ description: 'What its values look like. `long` has long texts or line breaks.' }),
    seen: z
      .number()
      .int()
      .nonnegative()
      .meta({ description: 'How many of the newest 500 submissions in the inbox have it.' }),
    shown: z.boolean().meta({ description: 'True for a column of the list.' }),
    width: widthSchema,
  })
  .meta({ id: 'FormField' });
export type FormField = z.infer<typeof formFieldSchema>;

export const formFieldsSchema = z
  .object({
    fields: z.array(formFieldSchema).meta({
      description:
        'In the owner’s order. Without one, the sender comes first, then the address, the subject, short fields, and the message, and these are shown.',
    }),
  })
  .meta({ id: 'FormFields' });
export type FormFields = z.infer<typeof formFieldsSchema>;

const columnSchema = z.strictObject({
  name: fieldNameSchema,
  shown: z.boolean(),
  width: widthSchema.default(null),
});
export const updateFieldsSchema = z
  .object({
    fields: z
      .array(columnSchema)
      .max(columnsMax, `A form keeps at most ${columnsMax} columns`)
      .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, 'Each field once')
      .meta({ description: 'The columns in their order. An empty list goes back to the columns that Inlet chooses.' }),
  })
  .meta({ id: 'UpdateFields' });
export type UpdateFields = z.input<typeof updateFieldsSchema>;
export type Column = z.output<typeof columnSchema>;

const momentTextSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const viewFilterSchema = z
  .strictObject({
    q: z.string().trim().max(200).refine(canBeStored, 'No submission has such a character'),
    from: momentTextSchema,
    to: momentTextSchema,
    origin: z.string().max(500).refine(canBeStored, 'No origin has such a character'),
    spam: z.boolean(),
    read: z.boolean(),
    starred: z.boolean(),
    ruleErrors: z.boolean(),
    confirmed: z.boolean(),
    status: submissionStatusSchema,
    tag: tagSchema,
    assignee: assigneeFilterSchema,
    sort: sortSchema,
    order: orderSchema,
  })
  .partial()
  .meta({ id: 'ViewFilter', description: 'The same fields as in the query of the list, as they were saved.' });
export type ViewFilter = z.infer<typeof viewFilterSchema>;

const viewNameSchema = z
  .string({ error: 'A view needs a name' })
  .trim()
  .min(1, 'A view needs a name')
  .max(viewNameMaxLength, `The name of a view has at most ${viewNameMaxLength} characters`)
  .refine(canBeStored, 'The name has a character that cannot be stored');

export const savedViewSchema = z
  .object({ id: z.uuid(), name: z.string(), filter: viewFilterSchema })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedViewSchema>;
export const savedViewsSchema = z
  .object({ views: z.array(savedViewSchema).meta({ description: 'The oldest first.' }) })
  .meta({ id: 'SavedViews' });
export type SavedViews = z.infer<typeof savedViewsSchema>;

export const createViewSchema = z.object({ name: viewNameSchema, filter: viewFilterSchema }).meta({ id: 'CreateView' });
export type CreateView = z.input<typeof createViewSchema>;
export const updateViewSchema = createViewSchema.partial().meta({ id: 'UpdateView' });
export type UpdateView = z.output<typeof updateViewSchema>;
