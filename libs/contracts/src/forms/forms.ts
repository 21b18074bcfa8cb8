import * as z from 'zod';
import { afterSendingSchema, updateAfterSendingSchema } from '#forms/after-sending.ts';
import { closingChangeSchemas, closingSchemas } from '#forms/form-closing.ts';
import { retentionDaysSchema } from '#forms/form-retention.ts';
import { formStates } from '#forms/form-state.ts';
import { normaliseOrigin, originMessage } from '#forms/origins.ts';
import { unreadAmong } from '#forms/unread-among.ts';
import { fieldRolesSchema } from '#inbox/field-choice.ts';
import { languages } from '#languages/languages.ts';
import { cursorSchema, limitSchema, nextCursorSchema } from '#paging.ts';
import { canBeStored } from '#text.ts';

export const formNameMaxLength = 100;
export const formDescriptionMaxLength = 500;
/** A form's origins are compiled and sent to every ingest process, so their number is limited. */
export const allowedOriginsMax = 100;
export const fileTypesMax = 20;
/** The maximum size of a submission's body for any form, in bytes. */
export const bodyBytesMax = 1_000_000;
/** A smaller limit would refuse ordinary forms, which send more than a few words. */
export const bodyBytesMin = 1_000;
/** Days of a form's sparkline. */
export const sparklineDays = 30;
/** The longest host name has 253 characters; the rest is for `https://*.` and a port. */
const originMaxLength = 300;

const originEntrySchema = z
  .string()
  .max(originMaxLength, originMessage)
  .transform((entry, context) => {
    const origin = normaliseOrigin(entry);
    if (origin !== null) return origin;
    context.addIssue({ code: 'custom', message: originMessage });
    return z.NEVER;
  });

const originsDescription =
  'Websites that may submit, 100 at most: `https://host`, `https://*.domain`, `localhost:port` or `127.0.0.1:port`. A wildcard over a public suffix, such as `https://*.co.uk`, is refused. An empty list allows every website.';
const originsMessage = 'At least one origin is required';
const originsSchema = z
  .array(originEntrySchema)
  .max(allowedOriginsMax, `A form can have at most ${allowedOriginsMax} origins`);

const allowedOriginsSchema = z
  .array(z.string())
  .transform(withoutBlank)
  .pipe(originsSchema)
  .transform((entries) => [...new Set(entries)])
  .meta({ description: originsDescription });

/** A new form names its websites. Its owner can later allow any website, as a deliberate choice. */
const firstOriginsSchema = z
  .array(z.string(), { error: originsMessage })
  .transform(withoutBlank)
  .pipe(originsSchema.min(1, originsMessage))
  .transform((entries) => [...new Set(entries)])
  .meta({
    description:
      'Websites that may submit, 100 at most: `https://host`, `https://*.domain`, `localhost:port` or `127.0.0.1:port`. A wildcard over a public suffix, such as `https://*.co.uk`, is refused.',
  });

const nameSchema = z
  .string({ error: 'Form name is required' })
  .trim()
  .min(1, 'Form name is required')
  .max(formNameMaxLength, `Form name must have at most ${formNameMaxLength} characters`)
  .refine(canBeStored, 'Form name has a character that cannot be stored');

const descriptionSchema = z
  .string()
  .trim()
  .max(formDescriptionMaxLength, `Description must have at most ${formDescriptionMaxLength} characters`)
  .refine(canBeStored, 'Description has a character that cannot be stored')
  .nullable()
  .transform((description) => description || null);

const bodyMaxMessage = 'The size limit must be from 1 kB (1,000 bytes) to 1 MB (1,000,000 bytes)';
const bodyMaxDescription =
  'Bytes of the largest submission that the form accepts, 1,000 to 1,000,000; null means 1,000,000.';
const bodyMaxBytesSchema = z
  .number({ error: bodyMaxMessage })
  .int(bodyMaxMessage)
  .min(bodyBytesMin, bodyMaxMessage)
  .max(bodyBytesMax, bodyMaxMessage)
  .nullable()
  .meta({ description: bodyMaxDescription });

const takesFilesSchema = z
  .boolean({ error: 'Must be true or false' })
  .meta({ description: 'Whether submissions may have files, where the plan includes storage.' });

const fileTypeMessage = 'Must be an extension such as .pdf, or a type such as image/*';
const fileTypesDescription = `Accepted types, ${fileTypesMax} at most, such as \`.pdf\` or \`image/*\`. An empty list accepts every type.`;
const fileTypesSchema = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(100, fileTypeMessage)
      .regex(/^(\.[a-z0-9][a-z0-9_+-]*|[a-z0-9.+-]+\/(\*|[a-z0-9.+-]+))$/, fileTypeMessage),
  )
  .max(fileTypesMax, `A form can have at most ${fileTypesMax} types of files`)
  .transform((types) => [...new Set(types)])
  .meta({ description: fileTypesDescription });

const languageSchema = z
  .enum(languages, { error: `Language must be one of ${languages.join(', ')}` })
  .nullable()
  .meta({
    description:
      'The language of the pages and mails that visitors see. Null stands for the language that the visitor’s browser prefers.',
  });

export const createFormSchema = z
  .object({
    name: nameSchema,
    description: descriptionSchema.optional().transform((description) => description ?? null),
    allowedOrigins: firstOriginsSchema,
    bodyMaxBytes: bodyMaxBytesSchema.default(null),
    takesFiles: takesFilesSchema.default(true),
    fileTypes: fileTypesSchema.default([]),
    language: languageSchema.default(null),
    opensAt: closingChangeSchemas.opensAt.default(null),
    closesAt: closingChangeSchemas.closesAt.default(null),
    maxSubmissions: closingChangeSchemas.maxSubmissions.default(null),
    closedMessage: closingChangeSchemas.closedMessage.default(null),
  })
  .meta({ id: 'CreateForm' });
export type CreateForm = z.input<typeof createFormSchema>;
export type NewForm = z.output<typeof createFormSchema>;

const activeSchema = z
  .boolean({ error: 'Must be true or false' })
  .meta({ description: 'Whether the endpoint accepts submissions.' });

/** Omitted fields stay unchanged. */
export const updateFormSchema = z
  .object({
    name: nameSchema,
    description: descriptionSchema,
    allowedOrigins: allowedOriginsSchema,
    isActive: activeSchema,
    bodyMaxBytes: bodyMaxBytesSchema,
    takesFiles: takesFilesSchema,
    fileTypes: fileTypesSchema,
    language: languageSchema,
    afterSending: updateAfterSendingSchema,
    fieldRoles: fieldRolesSchema,
    ...closingChangeSchemas,
  })
  .partial()
  .meta({ id: 'UpdateForm' });
export type UpdateForm = z.input<typeof updateFormSchema>;
export type FormChange = z.output<typeof updateFormSchema>;

export const listFormsQuerySchema = z.object({
  limit: limitSchema(200, 200),
  q: z
    .string()
    .trim()
    .max(200)
    .refine(canBeStored, 'No form has such a character')
    .default('')
    .meta({ description: 'Text in the name or the description, in upper or lower case.' }),
  cursor: cursorSchema,
  sparkline: z
    .enum(['true', 'false'], { error: 'Must be true or false' })
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'True for the submissions of the last 30 days with each form.' }),
  unread: z
    .enum(['true', 'false'], { error: 'Must be true or false' })
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'True for the number of unread submissions with each form.' }),
  closed: z
    .enum(['true'], { error: 'Must be true' })
    .optional()
    .meta({ description: 'True for the forms alone whose `state` is not `open`.' }),
});

export const formSchema = z
  .object({
    id: z.uuid(),
    userId: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    endpointId: z.string().meta({ description: 'The public name of the form, which is part of its endpoint.' }),
    endpointUrl: z.string().meta({ description: 'The address that a website’s form sends to, its `action`.' }),
    allowedOrigins: z.array(z.string()).meta({ description: originsDescription }),
    isActive: activeSchema,
    bodyMaxBytes: z.number().int().nullable().meta({ description: bodyMaxDescription }),
    takesFiles: takesFilesSchema,
    fileTypes: z.array(z.string()).meta({ description: fileTypesDescription }),
    language: languageSchema,
    afterSending: afterSendingSchema,
    retentionDays: retentionDaysSchema,
    fieldRoles: fieldRolesSchema,
    ...closingSchemas,
    state: z.enum(formStates).meta({
      description:
        'Whether the form takes submissions by its times and its number. An inactive form takes none in any state.',
    }),
    countedSubmissions: z.number().int().nullable().meta({
      description: 'The submissions that count towards `maxSubmissions`; null without such a number.',
    }),
    createdAt: z.iso.datetime(),
    submissionCount: z.number().int(),
    lastSubmissionAt: z.iso.datetime().nullable(),
    sparkline: z.array(z.number().int()).optional().meta({
      description: 'Submissions of each of the last 30 days in UTC, oldest first; in a list that asked for it.',
    }),
    unread: z
      .number()
      .int()
      .optional()
      .meta({
        description: `Unread submissions among the newest ${unreadAmong} of the inbox; in a list that asked for it.`,
      }),
  })
  .meta({ id: 'Form' });
export type Form = z.infer<typeof formSchema>;

export const formListSchema = z
  .object({ forms: z.array(formSchema), nextCursor: nextCursorSchema })
  .meta({ id: 'FormList' });
export type FormList = z.infer<typeof formListSchema>;

function withoutBlank(entries: readonly string[]): string[] {
  return entries.filter((entry) => entry.trim() !== '');
}
