import * as z from 'zod';
import { fieldShape, listSchema } from '#rules/field-rule.ts';
import { judgeField, judgeTogether } from '#rules/judge-rules.ts';

export const ruleFieldsMax = 100;
/** The most places of faults that a caller is told. */
const faultsMax = 100;

/** The rule of one field, whose properties belong to its type. */
export const fieldRuleSchema = fieldShape.superRefine(judgeField).meta({ id: 'FieldRule' });

export const rulesModes = ['off', 'warn', 'enforce'] as const;
export const unknownFields = ['keep', 'refuse'] as const;

/** The rules of a form: how each field must be filled in. */
export const rulesSchema = z
  .strictObject({
    mode: z.enum(rulesModes, `The mode is one of ${rulesModes.join(', ')}`).meta({
      description:
        '`enforce` refuses a submission that breaks a rule, `warn` stores it with its errors, `off` does nothing.',
    }),
    unknown: z.enum(unknownFields, 'Must be keep or refuse').default('keep').meta({
      description: 'What happens to fields without a rule.',
    }),
    fields: listSchema(
      fieldRuleSchema,
      ruleFieldsMax,
      `A form can have rules for at most ${ruleFieldsMax} fields`,
      'Fields must be a list',
    ),
  })
  .superRefine(judgeTogether)
  .meta({ id: 'Rules' });
export type Rules = z.output<typeof rulesSchema>;
export type RulesInput = z.input<typeof rulesSchema>;

/** The rules of a form that has none. */
export const noRules: Rules = { mode: 'off', unknown: 'keep', fields: [] };

/** A fault of rules that somebody wants to save: where it is, such as `fields[3].pattern`, and a sentence. */
export interface RulesFault {
  readonly field: string;
  readonly message: string;
}

/** Reads rules from JSON, or returns their faults. */
export function readRules(input: unknown): { readonly rules: Rules } | { readonly faults: readonly RulesFault[] } {
  const result = rulesSchema.safeParse(input);
  return result.success ? { rules: result.data } : { faults: rulesFaults(result.error) };
}

/** The faults that the schema found, each with its place. */
export function rulesFaults({ issues }: z.ZodError): RulesFault[] {
  return issues
    .slice(0, faultsMax)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: placeOf([...issue.path, key]), message: `There is no property ${key}` }))
        : [{ field: placeOf(issue.path), message: issue.message }],
    )
    .slice(0, faultsMax);
}

/** The place of a part as people write it: `fields[3].options[0]`. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, part) => {
    if (typeof part === 'number') return `${place}[${part}]`;
    return place === '' ? String(part) : `${place}.${String(part)}`;
  }, '');
}
