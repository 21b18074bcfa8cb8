import { fieldRolesSchema } from '@inlet/contracts/field-choice';
import { updateCheckSettingsSchema } from '@inlet/contracts/form-check';
import { updateFormPageSchema } from '@inlet/contracts/form-page';
import { updateRetentionSchema } from '@inlet/contracts/form-retention';
import { updateFormSchema } from '@inlet/contracts/forms';
import { recipientsMax } from '@inlet/contracts/notification-limits';
import { updateNotificationsSchema } from '@inlet/contracts/notifications';
import { presetKeys } from '@inlet/contracts/presets/all-presets';
import { rulesSchema } from '@inlet/contracts/rules';
import { spamSettingsSchema } from '@inlet/contracts/spam';
import { targetsMax, updateTargetSchema } from '@inlet/contracts/targets';
import * as z from 'zod';

const notices = updateNotificationsSchema.shape;
const recipientSchema = z.strictObject(notices.recipients.unwrap().element.shape);
const textsSchema = z.record(z.string(), z.string());

/** An integration in a file. A mask stands for a secret that stays as it is stored. */
const targetSchema = z.strictObject({
  id: z.uuid().optional(),
  kind: z.enum(presetKeys, `A kind is one of ${presetKeys.join(', ')}`).optional(),
  ...updateTargetSchema.shape,
  headers: textsSchema.optional(),
});

/** A form in a file. What it leaves out stays as it is. */
const formSchema = z.strictObject({
  id: z.uuid().optional(),
  ...updateFormSchema.shape,
  afterSending: z.strictObject(updateFormSchema.shape.afterSending.unwrap().shape).optional(),
  fieldRoles: z.strictObject(fieldRolesSchema.shape).optional(),
  retentionDays: updateRetentionSchema.shape.days.optional(),
  spam: z
    .strictObject(spamSettingsSchema.omit({ learned: true }).shape)
    .partial()
    .optional(),
  rules: rulesSchema.optional(),
  page: z.strictObject(updateFormPageSchema.shape).optional(),
  check: z.strictObject(updateCheckSettingsSchema.shape).optional(),
  notifications: z
    .strictObject({
      mode: notices.mode,
      recipients: z.array(recipientSchema).max(recipientsMax, `At most ${recipientsMax} recipients`).optional(),
      autoReply: z.strictObject(notices.autoReply.unwrap().shape).optional(),
      confirmation: z.strictObject(notices.confirmation.unwrap().shape).optional(),
      alerts: z.strictObject(notices.alerts.unwrap().shape).optional(),
    })
    .optional(),
  targets: z.array(targetSchema).max(targetsMax, `A form can have at most ${targetsMax} integrations`).optional(),
});

/** The most forms of a file. */
const formsMax = 1_000;

export const settingsSchema = z.strictObject({
  forms: z.array(formSchema, 'forms must be a list').max(formsMax, 'A file can have at most 1,000 forms'),
});

export type FormSettings = z.output<typeof formSchema>;
export type TargetSettings = z.output<typeof targetSchema>;
