import * as z from 'zod';
import { readWebAddress } from '#forms/after-sending.ts';
import { canBeStored } from '#text.ts';

/** Check-ups of one form, and of all forms of a workspace, in an hour. */
export const checksOfFormPerHour = 30;
export const checksPerHour = 60;
/** The largest number of findings of a check-up. */
export const findingsMax = 50;
const urlMax = 2_000;

export const checkUrlSchema = z
  .string('Give the address of the page')
  .trim()
  .max(urlMax, `The address can have at most ${urlMax.toLocaleString('en')} characters`)
  .refine(
    (text) => canBeStored(text) && readWebAddress(text) !== null,
    'The address of the page must start with https://',
  );

export const startCheckSchema = z
  .object({ url: checkUrlSchema.meta({ description: 'The page that has the form.' }) })
  .meta({ id: 'StartCheck' });
export type StartCheck = z.output<typeof startCheckSchema>;

export const startedCheckSchema = z.object({ id: z.uuid() }).meta({ id: 'StartedCheck' });

export const findingSchema = z
  .object({
    id: z.string().meta({ description: 'Names the kind of finding, such as `other_endpoint`; it stays the same.' }),
    level: z.enum(['fault', 'note']).meta({
      description:
        'A `fault` loses submissions, parts of them, or the message about them. A `note` is only worth knowing.',
    }),
    field: z.string().optional().meta({ description: 'The name of the field that it is about.' }),
    message: z.string(),
    fix: z.string().meta({ description: 'What to do about it; empty if there is nothing to do.' }),
    code: z.string().optional().meta({ description: 'Markup or a value that can be copied for the fix.' }),
  })
  .meta({ id: 'CheckFinding' });
export type CheckFinding = z.output<typeof findingSchema>;

export const checkStateSchema = z.enum(['waiting', 'running', 'good', 'faults']).meta({
  description: '`good`: no finding is a fault. `faults`: at least one is.',
});
export type CheckState = z.output<typeof checkStateSchema>;

export const formCheckSchema = z
  .object({
    id: z.uuid(),
    state: checkStateSchema,
    url: z.string(),
    weekly: z.boolean().meta({ description: 'True if nobody pressed a button for it.' }),
    findings: z.array(findingSchema).meta({ description: `Faults first, at most ${findingsMax}.` }),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'FormCheck' });
export type FormCheck = z.output<typeof formCheckSchema>;

const weeklyMeta = { description: 'True for a check-up each week, and a mail when one that was good finds faults.' };

export const checkSettingsSchema = z
  .object({
    url: z.string().nullable().meta({ description: 'The page that is checked each week.' }),
    weekly: z.boolean().meta(weeklyMeta),
    nextAt: z.iso.datetime().nullable().meta({ description: 'When the next weekly check-up is due.' }),
    last: formCheckSchema.nullable().meta({ description: 'The latest check-up of the last 30 days.' }),
  })
  .meta({ id: 'CheckSettings' });
export type CheckSettings = z.output<typeof checkSettingsSchema>;

/** Omitted parts are unchanged. */
export const updateCheckSettingsSchema = z
  .object({ url: checkUrlSchema.nullable(), weekly: z.boolean('Must be true or false').meta(weeklyMeta) })
  .partial()
  .refine(({ url, weekly }) => !(weekly && url === null), {
    path: ['url'],
    message: 'Give the address of the page that is checked each week',
  })
  .meta({ id: 'UpdateCheckSettings' });
export type UpdateCheckSettings = z.output<typeof updateCheckSettingsSchema>;
