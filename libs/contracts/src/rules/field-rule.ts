import * as z from 'zod';
import { fieldNameMax, fileBytesMax } from '#inbox/submission-limits.ts';
import { canBeStored } from '#text.ts';

/** The most options of all fields together. */
export const ruleOptionsMax = 1_000;
export const optionsMessage = 'A form can have at most 1,000 options in all';
/** The size of all rules of a form as JSON, in bytes: every ingest process keeps them. */
export const rulesBytesMax = 100_000;
export const labelMax = 200;
const optionMax = 200;
const helpMax = 500;
const acceptMax = 20;
const rowsMax = 50;
/** A submission has 1 MB at most, so a longer text never comes. */
const lengthMax = 1_000_000;

export const fieldRuleTypes = [
  'text',
  'email',
  'url',
  'tel',
  'number',
  'date',
  'choice',
  'consent',
  'file',
  'hidden',
] as const;
export type FieldRuleType = (typeof fieldRuleTypes)[number];

const control = /\p{Cc}/u;

/** A text on one line, such as a label. */
const lineSchema = (what: string, max: number) =>
  z
    .string(`${what} must be a text`)
    .trim()
    .max(max, `${what} can have at most ${max} characters`)
    .refine((text) => canBeStored(text) && !control.test(text), `${what} must be one line without control characters`);

const wholeSchema = (what: string, min: number, max: number) => {
  const message = `${what} must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return z.int(message).min(min, message).max(max, message);
};

/** A list whose length is checked before its entries: each entry of a huge list could have several faults. */
export function listSchema<Item extends z.ZodType>(item: Item, max: number, tooMany: string, wrong: string) {
  return z.preprocess(
    (list: z.input<Item>[], context) => {
      if (!Array.isArray(list) || list.length <= max) return list;
      context.addIssue({ code: 'custom', message: tooMany });
      return z.NEVER;
    },
    z.array(item, wrong),
  );
}

const boundMessage = 'Must be a number, or a date such as 2026-01-31';
const boundSchema = z.union([z.number(), z.iso.date(boundMessage)], boundMessage);
const acceptMessage = 'Must be a type such as image/* or application/pdf, or an extension such as .pdf';

const nameSchema = z
  .string('A field needs a name')
  .min(1, 'A field needs a name')
  .max(fieldNameMax, `A name can have at most ${fieldNameMax} characters`)
  .refine(canBeStored, 'No field can have such a name');

/** Browsers send the value of an option with its spaces, so they stay. */
const optionSchema = z
  .string('An option must be a text')
  .max(optionMax, `An option can have at most ${optionMax} characters`)
  .refine((text) => text.trim() !== '', 'An option cannot be empty')
  .refine((text) => canBeStored(text) && !control.test(text), 'An option must be one line without control characters');

/** The rule of one field. Its type decides which properties it may have. */
export const fieldShape = z.strictObject({
  name: nameSchema.meta({ description: 'The name of the field, as the form sends it.' }),
  label: lineSchema('A label', labelMax).optional().meta({ description: 'Its name for people.' }),
  help: z
    .string('Help must be a text')
    .trim()
    .max(helpMax, `Help can have at most ${helpMax} characters`)
    .refine(canBeStored, 'Help has a character that cannot be stored')
    .optional()
    .meta({ description: 'A sentence below the field.' }),
  type: z.enum(fieldRuleTypes, `A type is one of ${fieldRuleTypes.join(', ')}`),
  required: z
    .boolean('Must be true or false')
    .optional()
    .meta({ description: 'True for a field that has to be filled in.' }),
  min: boundSchema.optional().meta({ description: 'The smallest number, or the first date.' }),
  max: boundSchema.optional().meta({ description: 'The largest number, or the last date.' }),
  minLength: wholeSchema('The shortest length', 0, lengthMax).optional().meta({ description: 'In characters.' }),
  maxLength: wholeSchema('The longest length', 1, lengthMax).optional().meta({ description: 'In characters.' }),
  pattern: z
    .string('A pattern must be a text')
    .min(1, 'A pattern cannot be empty')
    .optional()
    .meta({ description: 'A regular expression for the whole value, in the syntax that RE2 and ECMAScript share.' }),
  options: listSchema(optionSchema, ruleOptionsMax, optionsMessage, 'Options must be a list of texts')
    .optional()
    .meta({ description: 'The values of a choice; a form can have 1,000 in all.' }),
  multiple: z
    .boolean('Must be true or false')
    .optional()
    .meta({ description: 'True for a field that takes several values.' }),
  accept: z
    .array(
      z
        .string(acceptMessage)
        .trim()
        .toLowerCase()
        .max(100, acceptMessage)
        .regex(/^(\.[a-z0-9][a-z0-9_+-]*|[a-z0-9.+-]+\/(\*|[a-z0-9.+-]+))$/, acceptMessage),
      'Must be a list of types',
    )
    .min(1, 'Name at least one type, or leave this out')
    .max(acceptMax, `A field can accept at most ${acceptMax} types`)
    .optional()
    .meta({ description: 'The types of files, such as `image/*`, `application/pdf` or `.pdf`.' }),
  maxBytes: wholeSchema('The size of a file', 1, fileBytesMax)
    .optional()
    .meta({ description: 'The size of the largest file, in bytes.' }),
  rows: wholeSchema('The number of lines', 1, rowsMax)
    .optional()
    .meta({ description: 'The lines of a text with several lines.' }),
  placeholder: lineSchema('A placeholder', labelMax).optional(),
});
export type FieldRule = z.output<typeof fieldShape>;

type Property = Exclude<keyof FieldRule, 'name' | 'label' | 'help' | 'type' | 'required'>;
const ofTexts = ['minLength', 'maxLength', 'pattern', 'placeholder', 'multiple'] as const;

/** The properties that a type has besides name, label, help, type and required. */
export const propertiesOf: Readonly<Record<FieldRuleType, readonly Property[]>> = {
  text: [...ofTexts, 'rows'],
  email: ofTexts,
  url: ofTexts,
  tel: ofTexts,
  hidden: ['minLength', 'maxLength', 'pattern', 'multiple'],
  number: ['min', 'max', 'placeholder', 'multiple'],
  date: ['min', 'max', 'multiple'],
  choice: ['options', 'multiple'],
  consent: [],
  file: ['accept', 'maxBytes', 'multiple'],
};

/** The name of a field for people. */
export function labelOf({ name, label }: Pick<FieldRule, 'name' | 'label'>): string {
  return label || name;
}
