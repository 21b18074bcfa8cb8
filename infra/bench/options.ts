import { parseArgs } from 'node:util';
import * as z from 'zod';

const count = z
  .string()
  .regex(/^[1-9]\d*$/, 'needs a whole number from 1 on')
  .transform(Number);

const optionsSchema = z.object({
  rounds: count.default(3),
  /** How long each load lasts. */
  seconds: count.default(10),
  /** Another checkout, whose cost is measured in turn with this one's. */
  against: z.string().min(1, 'needs the folder of another checkout').optional(),
  /** Each round of the part `cost` waits until it is asked for: by the run that has `--against`. */
  inTurn: z.boolean().optional(),
});

/** What a run is asked to do. */
export type BenchOptions = z.output<typeof optionsSchema> & {
  /** The names of the parts that run; all of them when none is named. */
  readonly parts: readonly string[];
};

/** Reads the words behind `npm run bench --`. */
export function readOptions(words: readonly string[], partNames: readonly string[]): BenchOptions {
  const text = { type: 'string' } as const;
  const options = { rounds: text, seconds: text, against: text, 'in-turn': { type: 'boolean' } } as const;
  const { values, positionals: parts } = parseArgs({ args: [...words], options, allowPositionals: true });
  const unknown = parts.find((part) => !partNames.includes(part));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; the parts are ${partNames.join(', ')}.`);
  const read = optionsSchema.safeParse({ ...values, inTurn: values['in-turn'] });
  if (!read.success) throw new Error(read.error.issues.map(({ path, message }) => `--${path}= ${message}`).join('\n'));
  return { ...read.data, parts: parts.length > 0 ? parts : partNames };
}
