import * as z from 'zod';
import { receivedSubmissionSchema } from '#inbox/submissions.ts';

const formSchema = z.object({ id: z.uuid(), name: z.string() });
const urlSchema = z.url().meta({
  description: 'Its page in the dashboard; that of the form if it is deleted or only an example.',
});
const deliveredSchema = receivedSubmissionSchema.extend({ url: urlSchema }).meta({ id: 'DeliveredSubmission' });

function eventSchema<Type extends string, Submission extends z.ZodObject>(
  type: Type,
  submission: Submission,
  description: string,
) {
  return z
    .object({
      type: z.literal(type),
      timestamp: z.iso
        .datetime()
        .meta({ description: 'When it happened, or when the submission was received; the same in every attempt.' }),
      test: z.literal(true).optional().meta({
        description: 'Only there in the test of a check-up: nobody sent this submission, and it is not kept.',
      }),
      data: z.object({ form: formSchema, submission }),
    })
    .meta({ description });
}

export const alertKinds = ['silence', 'surge', 'target_failing', 'check_failed'] as const;

/** An alert about a form, without anything of its submissions. */
export const formAlertSchema = z.object({
  kind: z.enum(alertKinds).meta({
    description:
      '`silence` if the form stopped receiving, `surge` for ten times as much as usual, `target_failing` if another integration was disabled, `check_failed` if a check-up found faults.',
  }),
  message: z.string().meta({ description: 'A sentence with the form and the fact.' }),
  url: z.url().meta({ description: 'The page in the dashboard that helps.' }),
});
export type FormAlert = z.infer<typeof formAlertSchema>;

const alertEventSchema = z
  .object({
    type: z.literal('form.alert'),
    timestamp: z.iso.datetime().meta({ description: 'When it happened; the same in every attempt.' }),
    data: z.object({ form: formSchema, alert: formAlertSchema }),
  })
  .meta({ description: 'Something is unusual about the form. Only the integration that its owner chose gets it.' });
export type AlertEvent = z.infer<typeof alertEventSchema>;

/** The body of a delivery. New fields are added over time, so receivers must ignore unknown ones. */
export const webhookEventSchema = z.discriminatedUnion('type', [
  eventSchema('submission.created', deliveredSchema, 'A submission has arrived in the inbox.'),
  eventSchema(
    'submission.confirmed',
    deliveredSchema,
    'The visitor of a submission in the inbox has confirmed the address, if the form asks for that.',
  ),
  eventSchema('submission.spam', deliveredSchema, 'A submission has arrived in the spam folder.'),
  eventSchema('submission.released', deliveredSchema, 'A submission has moved from the spam folder to the inbox.'),
  eventSchema(
    'submission.deleted',
    deliveredSchema.pick({ id: true, formId: true, url: true }),
    'A submission has been deleted; its content is gone.',
  ),
  alertEventSchema,
]);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
export type SubmissionEvent = Exclude<WebhookEvent, AlertEvent>;
export type WebhookEventType = WebhookEvent['type'];
