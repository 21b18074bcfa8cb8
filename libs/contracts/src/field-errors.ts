import * as z from 'zod';

/**
 * The codes of a field that breaks its rule. The first five are those of Formspree, which its clients know; they show
 * the message of the others.
 */
export const fieldErrorCodes = [
  'REQUIRED_FIELD_MISSING',
  'REQUIRED_FIELD_EMPTY',
  'TYPE_EMAIL',
  'TYPE_NUMERIC',
  'TYPE_TEXT',
  'TYPE_URL',
  'TYPE_TEL',
  'TYPE_DATE',
  'TYPE_CONSENT',
  'TYPE_FILE',
  'LENGTH',
  'RANGE',
  'PATTERN',
  'CHOICE',
  'FILE_TYPE',
  'FILE_SIZE',
  'FILE_COUNT',
  'UNKNOWN_FIELD',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** The most errors that one submission gets. */
export const fieldErrorsMax = 100;

/** A field of a submission that breaks a rule. */
export const fieldErrorSchema = z
  .object({
    field: z.string().meta({ description: 'The name of the field.' }),
    code: z.enum(fieldErrorCodes).meta({ description: 'A stable code for programs.' }),
    message: z.string().meta({ description: 'A sentence for the visitor, with the label of the field if it has one.' }),
  })
  .meta({ id: 'FieldError' });
export type FieldError = z.output<typeof fieldErrorSchema>;
