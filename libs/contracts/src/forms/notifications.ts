import * as z from 'zod';
import { emailSchema } from '#account/sessions.ts';
import { mailEveryMinutes, recipientsMax } from '#forms/notification-limits.ts';
import { whenSchema } from '#routing/conditions.ts';
import { canBeStored } from '#text.ts';

/** Confirmation mails that an account may send in a day; each address gets one from the installation. */
export const confirmationsPerDay = 10;
/** Days that the link of such a mail is valid. */
export const confirmationDays = 7;
/** A mail names every submission, but shows the fields of at most this many. */
export const shownInMailMax = 20;
/** The local hour of a daily digest. */
export const digestHour = 8;

export const notificationModeSchema = z.enum(['instant', 'daily', 'off']).meta({
  description: `\`instant\` mails at once, and then at most every ${mailEveryMinutes} minutes. \`daily\` mails a digest at 08:00 in the time zone of the account.`,
});
export type NotificationMode = z.infer<typeof notificationModeSchema>;

const recipientWhenSchema = whenSchema
  .nullable()
  .meta({ description: 'The conditions under which a submission is mailed to this address; null for always.' });

export const recipientSchema = z
  .object({
    email: z.string(),
    confirmedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the address was confirmed. Nothing is mailed to it before.' }),
    requestedAt: z.iso.datetime().nullable().meta({
      description:
        'When the link to confirm was last mailed. Null if none was: the address had had its one link of that day.',
    }),
    state: z.enum(['active', 'unconfirmed', 'unsubscribed', 'bounced', 'complained']).meta({
      description: 'Only `active` recipients get mail. `bounced` and `complained` are what their mail server reported.',
    }),
    when: recipientWhenSchema,
  })
  .meta({ id: 'Recipient' });
export type Recipient = z.infer<typeof recipientSchema>;

const badText = 'It has a character that cannot be stored';
const autoReplyShape = {
  enabled: z.boolean().meta({ description: 'True to answer the sender of a submission that is not suspicious.' }),
  subject: z
    .string()
    .trim()
    .max(200)
    .refine((text) => canBeStored(text) && !/[\r\n]/.test(text), 'A subject is one line'),
  body: z.string().trim().max(5_000).refine(canBeStored, badText).meta({
    description:
      'Plain text. It is sent as it is. If visitors confirm their address, it is sent after that, and `{{name}}` stands for the field `name`.',
  }),
  when: whenSchema
    .nullable()
    .meta({ description: 'The conditions under which a sender is answered; null for always.' }),
};
const confirmationShape = {
  enabled: z
    .boolean()
    .meta({ description: 'True to ask the visitor of each submission to confirm the address by a link.' }),
  copy: z.boolean().meta({ description: 'True to mail the visitor a copy of the fields after that.' }),
  before: z.enum(['notify', 'confirmed']).meta({
    description:
      '`notify` mails you of each submission. `confirmed` mails you of a submission once its visitor has confirmed the address.',
  }),
};
const alertsShape = {
  silence: z.boolean().meta({ description: 'Mail when the form stopped receiving.' }),
  surge: z.boolean().meta({ description: 'Mail when the form receives ten times as much as usual.' }),
  targetId: z.uuid('Must be the id of an integration').nullable().meta({
    description:
      'An integration of the form that gets the alerts, and the one that another integration was disabled, beside the mail. Null for none.',
  }),
};

export const notificationsSchema = z
  .object({
    mode: notificationModeSchema,
    recipients: z.array(recipientSchema),
    autoReply: z.object(autoReplyShape),
    confirmation: z.object(confirmationShape),
    alerts: z.object(alertsShape),
  })
  .meta({ id: 'Notifications' });
export type Notifications = z.infer<typeof notificationsSchema>;

export const updateNotificationsSchema = z
  .object({
    mode: notificationModeSchema.optional(),
    recipients: z
      .array(z.object({ email: emailSchema, when: recipientWhenSchema.optional() }))
      .max(recipientsMax, `At most ${recipientsMax} recipients`)
      .optional()
      .meta({
        description:
          'All recipients. An address that is new gets a mail with a link to confirm it. Without `when` its conditions stay.',
      }),
    autoReply: z.object(autoReplyShape).partial().optional(),
    confirmation: z.object(confirmationShape).partial().optional(),
    alerts: z.object(alertsShape).partial().optional(),
  })
  .meta({ id: 'UpdateNotifications' });
export type UpdateNotifications = z.input<typeof updateNotificationsSchema>;

export const resendConfirmationSchema = z.object({ email: emailSchema }).meta({ id: 'ResendConfirmation' });

/** The content of a link in a mail. */
export const mailLinkSchema = z.object({ token: z.string().max(1_000) }).meta({ id: 'MailLink' });

export const confirmedRecipientSchema = z
  .object({ email: z.string(), formName: z.string() })
  .meta({ id: 'ConfirmedRecipient' });

export const unsubscribeSchema = z
  .object({
    email: z.string(),
    kind: z.enum(['notifications', 'usage', 'auto-reply']).meta({ description: 'What the link stops.' }),
    formName: z.string().nullable(),
    isStopped: z.boolean(),
  })
  .meta({ id: 'Unsubscribe' });
export type Unsubscribe = z.infer<typeof unsubscribeSchema>;
