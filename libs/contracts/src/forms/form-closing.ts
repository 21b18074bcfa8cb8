import * as z from 'zod';
import { textSchema } from '#forms/after-sending.ts';
import { closedMessageMax, maxSubmissionsMax } from '#forms/form-state.ts';

const [firstYear, lastYear] = [2000, 2999];

const timeSchema = (field: string, description: string) => {
  const message = `${field} must be a time such as 2026-12-24T18:00:00Z`;
  return z
    .string(message)
    .refine(isTime, { error: message, abort: true })
    .meta({ format: 'date-time' })
    .transform((text) => new Date(text))
    .refine(isInRange, `${field} must lie between the years ${firstYear} and ${lastYear}`)
    .transform((time) => time.toISOString())
    .nullable()
    .meta({ description });
};

const opensAtDescription = 'The time from which the form takes submissions; null for no such time.';
const closesAtDescription =
  'The time from which the form takes no more submissions, later than `opensAt`; null for no such time.';
const maxDescription =
  'The number of submissions after which the form is full, 1 to 10,000,000; null for any number. Every submission since the creation of the form counts, a deleted one too; spam does not count.';
const messageDescription =
  'What visitors read while the form takes nothing because of its times or its number, 500 characters at most. Null stands for the usual sentence.';
const maxMessage = `Maximum must be a whole number from 1 to ${maxSubmissionsMax.toLocaleString('en')}`;

/** When a form takes submissions, and how many, as it is changed. */
export const closingChangeSchemas = {
  opensAt: timeSchema('opensAt', opensAtDescription),
  closesAt: timeSchema('closesAt', closesAtDescription),
  maxSubmissions: z
    .number({ error: maxMessage })
    .int(maxMessage)
    .min(1, maxMessage)
    .max(maxSubmissionsMax, maxMessage)
    .nullable()
    .meta({ description: maxDescription }),
  closedMessage: textSchema('Message', closedMessageMax).meta({ description: messageDescription }),
};

/** The same in an answer. */
export const closingSchemas = {
  opensAt: z.iso.datetime().nullable().meta({ description: opensAtDescription }),
  closesAt: z.iso.datetime().nullable().meta({ description: closesAtDescription }),
  maxSubmissions: z.number().int().nullable().meta({ description: maxDescription }),
  closedMessage: z.string().nullable().meta({ description: messageDescription }),
};

/** The part that ingest obeys. */
export const closingEntrySchema = z.object({
  opensAtMs: z.number().nullable(),
  closesAtMs: z.number().nullable(),
  max: z
    .object({
      submissions: z.int().positive(),
      /** A part of the counter's name. */
      version: z.int().nonnegative(),
    })
    .nullable(),
  message: z.string().nullable(),
});
export type ClosingEntry = z.output<typeof closingEntrySchema>;

// The schema of zod would be a part of every page of the app that checks a form.
const timePattern =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A day such as February 30 would otherwise become one in March. */
function isTime(text: string): boolean {
  const day = timePattern.exec(text)?.[1];
  if (day === undefined) return false;
  const start = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day);
}

function isInRange(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= firstYear && year <= lastYear;
}
