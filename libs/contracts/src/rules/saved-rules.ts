import * as z from 'zod';
import { fieldErrorSchema } from '#field-errors.ts';
import { judgeTogether } from '#rules/judge-rules.ts';
import { type Rules, rulesSchema } from '#rules/rules.ts';

const versionSchema = z.number().int().nonnegative().meta({
  description: 'Increases with each change. A submission notes the version that judged it. 0 without rules.',
});

/** The rules of a form as they are stored. */
export const savedRulesSchema = z.object({ ...rulesSchema.shape, version: versionSchema }).meta({ id: 'SavedRules' });
export type SavedRules = Rules & { readonly version: number };

const versionMessage = 'The version is a whole number';

/** Rules that somebody wants to save. What was read can be sent back. */
export const saveRulesSchema = z
  .strictObject({
    ...rulesSchema.shape,
    version: z.int(versionMessage).nonnegative(versionMessage).optional().meta({
      description:
        'The version that these rules were made from. If it is not the saved one any more, nothing is saved.',
    }),
  })
  .superRefine(judgeTogether)
  .meta({ id: 'SaveRules' });

/** The most text that a suggestion reads. */
export const suggestedHtmlMax = 100_000;
/** The newest submissions that a suggestion and a trial read. */
export const rulesTriedMax = 200;

export const suggestRulesSchema = z
  .object({
    html: z
      .string()
      .max(suggestedHtmlMax, `HTML can have at most ${suggestedHtmlMax.toLocaleString('en')} characters`)
      .optional()
      .meta({ description: 'A page with the form, or the form alone. Without it, the newest submissions are read.' }),
  })
  .meta({ id: 'SuggestRules' });

export const tryRulesSchema = z
  .object({
    rules: saveRulesSchema,
    fields: z
      .record(z.string(), z.unknown(), 'Fields must be an object')
      .optional()
      .meta({ description: 'The fields of a submission, as a program would send them.' }),
  })
  .meta({ id: 'TryRules' });

export const triedRulesSchema = z
  .object({
    errors: z
      .array(fieldErrorSchema)
      .nullable()
      .meta({ description: 'What the fields break; empty if nothing, and null without fields.' }),
    refused: z.number().int().meta({ description: 'The newest submissions that break a rule, whatever the mode is.' }),
    of: z
      .number()
      .int()
      .meta({ description: `The newest submissions in the inbox that were read, ${rulesTriedMax} at most.` }),
  })
  .meta({ id: 'TriedRules' });
export type TriedRules = z.output<typeof triedRulesSchema>;
