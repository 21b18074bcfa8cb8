import { parseArgs } from 'node:util';
import * as z from 'zod';

const count = z
  .string()
  .regex(/^[1-9]\d*$/, 'needs a whole number from 1 on')
  .transform(Number);

const optionsSchema = z.object({
  rounds: count.default(3),
  /** The duration of each load. */
  seconds: count.default(10),
  /** Another checkout whose cost is measured alternately with this one's. */
  against: z.string().min(1, 'needs the folder of another checkout').optional(),
  /** The lanes of the product in Redis. With `against`, the other checkout keeps one. */
  lanes: count.default(1),
  /** The accounts that the part `cost` sends to, spread over the lanes; by default one for each lane. */
  accounts: count.optional(),
  /** True if each round of the part `cost` waits for a request from the run with `--against`. */
  inTurn: z.boolean().optional(),
});

/** The options of a run. */
export type BenchOptions = z.output<typeof optionsSchema> & {
  /** The names of the parts that run; all parts if none is named. */
  readonly parts: readonly string[];
};

/** Parses the arguments of `npm run bench --`. */
export function readOptions(words: readonly string[], partNames: readonly string[]): BenchOptions {
  const text = { type: 'string' } as const;
  const counts = { rounds: text, seconds: text, lanes: text, accounts: text };
  const options = { ...counts, against: text, 'in-turn': { type: 'boolean' } } as const;
  const { values, positionals: parts } = parseArgs({ args: [...words], options, allowPositionals: true });
  const unknown = parts.find((part) => !partNames.includes(part));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; the parts are ${partNames.join(', ')}.`);
  const read = optionsSchema.safeParse({ ...values, inTurn: values['in-turn'] });
  if (!read.success) throw new Error(read.error.issues.map(({ path, message }) => `--${path}= ${message}`).join('\n'));
  return { ...read.data, parts: parts.length > 0 ? parts : partNames };
}
