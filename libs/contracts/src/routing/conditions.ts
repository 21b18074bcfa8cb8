import * as z from 'zod';
import { fieldNameMax } from '#inbox/submission-limits.ts';
import { readBound } from '#routing/bounds.ts';
import { type ConditionOp, conditionOps } from '#routing/condition-words.ts';
import { listSchema } from '#rules/field-rule.ts';
import { formStepsMax, readPattern } from '#rules/patterns.ts';
import { canBeStored } from '#text.ts';

/** The conditions of one target, recipient or automatic reply. */
export const conditionsMax = 20;
/** In characters. */
export const conditionValueMax = 1_000;
/** The newest submissions that a trial reads. */
export const conditionsTriedMax = 20;

const ops = Object.keys(conditionOps) as ConditionOp[];
const tooLong = `A value can have at most ${conditionValueMax.toLocaleString('en')} characters`;
const badValue = 'A value must be a text, a number, true or false';

const conditionSchema = z
  .strictObject({
    field: z
      .string('A condition needs the name of a field')
      .min(1, 'A condition needs the name of a field')
      .max(fieldNameMax, `A name can have at most ${fieldNameMax} characters`)
      .refine(canBeStored, 'No field can have such a name')
      .meta({ description: 'The name of the field, as the form sends it.' }),
    op: z.enum(ops, `A condition is one of ${ops.join(', ')}`),
    value: z
      .union(
        [
          z
            .string()
            .max(conditionValueMax, tooLong)
            .refine(canBeStored, 'A value has a character that cannot be stored'),
          z.number(),
          z.boolean(),
        ],
        { error: ({ input }) => (typeof input === 'string' ? tooLong : badValue) },
      )
      .nullish()
      .meta({
        description:
          'What the field is compared with. `is empty` and `is not empty` have none. `greater` and `less` take a number, or a date such as 2026-01-31; `matches` takes a pattern for the whole value.',
      }),
  })
  .superRefine(({ op, value }, context) => {
    const fault = faultOf(op, value);
    if (fault !== null) context.addIssue({ code: 'custom', path: ['value'], message: fault });
  })
  .meta({ id: 'Condition' });
export type Condition = z.output<typeof conditionSchema>;

function faultOf(op: ConditionOp, value: string | number | boolean | null | undefined): string | null {
  if (!conditionOps[op].takesValue) return null;
  const text = String(value ?? '');
  if (text.trim() === '') return 'A condition needs a value; an empty field has conditions of its own';
  if (op === 'matches') {
    const read = readPattern(text);
    return 'fault' in read ? read.fault : null;
  }
  if (op !== 'greater' && op !== 'less') return null;
  return readBound(text) === null ? 'Must be a number such as 10, or a date such as 2026-01-31' : null;
}

const conditionListSchema = listSchema(
  conditionSchema,
  conditionsMax,
  `At most ${conditionsMax} conditions`,
  'Conditions must be a list',
);

/** When something goes out: all of these conditions hold, or any of them. */
export const whenSchema = z
  .strictObject(
    {
      all: conditionListSchema.optional().meta({ description: 'Each of these conditions holds.' }),
      any: conditionListSchema.optional().meta({ description: 'At least one of these conditions holds.' }),
    },
    { error: ({ code }) => (code === 'invalid_type' ? 'Must be an object with "all" or "any", or null' : undefined) },
  )
  .superRefine(({ all, any }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message });
    const conditions = [...(all ?? []), ...(any ?? [])];
    if ((all === undefined) === (any === undefined)) report('Name the conditions under "all" or under "any"');
    else if (conditions.length === 0) report('Name at least one condition, or null for always');
    const steps = conditions.reduce((sum, { op, value }) => sum + stepsOf(op, value), 0);
    if (steps > formStepsMax)
      report(`The patterns of the conditions can have at most ${formStepsMax.toLocaleString('en')} steps in all`);
  })
  .meta({ id: 'When' });
export type When = z.output<typeof whenSchema>;

function stepsOf(op: ConditionOp, value: Condition['value']): number {
  const read = op === 'matches' ? readPattern(String(value)) : null;
  return read && 'steps' in read ? read.steps : 0;
}

export const tryConditionsSchema = z
  .object({ when: whenSchema.nullable().meta({ description: 'Null stands for always.' }) })
  .meta({ id: 'TryConditions' });

export const triedConditionsSchema = z
  .object({
    submissions: z
      .array(
        z.object({
          id: z.uuid(),
          createdAt: z.iso.datetime(),
          passes: z.boolean().meta({ description: 'True if it would go out.' }),
          reason: z.string().nullable().meta({ description: 'Why it would not, such as `topic is not Sales`.' }),
          values: z.record(z.string(), z.string()).meta({
            description: 'The values of the fields that the conditions name, in short. An empty field is left out.',
          }),
        }),
      )
      .meta({ description: `The newest submissions in the inbox, ${conditionsTriedMax} at most.` }),
  })
  .meta({ id: 'TriedConditions' });
export type TriedConditions = z.output<typeof triedConditionsSchema>;
