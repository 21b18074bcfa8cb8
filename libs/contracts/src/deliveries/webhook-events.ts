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

/** The body of a delivery. New fields are added over time, so receivers must ignore unknown ones. */
export const webhookEventSchema = z.discriminatedUnion('type', [
  eventSchema('submission.created', deliveredSchema, 'A submission has arrived in the inbox.'),
  eventSchema('submission.spam', deliveredSchema, 'A submission has arrived in the spam folder.'),
  eventSchema('submission.released', deliveredSchema, 'A submission has moved from the spam folder to the inbox.'),
  eventSchema(
    'submission.deleted',
    deliveredSchema.pick({ id: true, formId: true, url: true }),
    'A submission has been deleted; its content is gone.',
  ),
]);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
export type WebhookEventType = WebhookEvent['type'];
