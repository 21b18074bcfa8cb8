import * as z from 'zod';

// Every parameter arrives as text: forms and addresses have no numbers.

export const text = z.string().max(5_000);
export const word = z.string().min(1).max(255);
export const flag = z.enum(['true', 'false']).transform((given) => given === 'true');
export const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be a whole number')
  .transform(Number);
export const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).max(5_000);

/** At most 50 keys of 40 characters with values of 500; an empty value removes the key. */
export const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((given) => Object.keys(given).length <= 50, 'must have at most 50 keys');

const pageSizeMax = 100;

/** The parameters of every list. */
export const pageParams = {
  limit: wholeNumber
    .refine((limit) => limit >= 1 && limit <= pageSizeMax, `must be from 1 to ${pageSizeMax}`)
    .default(10),
  starting_after: word.optional(),
};

/** Sets keys, and removes those with an empty value. */
export function mergeMetadata<Metadata extends Readonly<Record<string, string>>>(
  before: Metadata,
  changes: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const merged = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '');
  return Object.fromEntries(merged);
}
