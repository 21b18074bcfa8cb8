import * as z from 'zod';
import { eventTypes, targetNameSchema, targetUrlSchema } from '#deliveries/targets.ts';
import { webhookEventSchema } from '#deliveries/webhook-events.ts';

/** The number of sample events for a builder. */
export const samplesMax = 3;

/** REST hooks, for Zapier and similar services. */
export const subscribeHookSchema = z
  .object({
    formId: z.uuid(),
    url: targetUrlSchema,
    event: z.enum(eventTypes).default('submission.created'),
    name: targetNameSchema.optional(),
  })
  .meta({ id: 'SubscribeHook' });
export type SubscribeHook = z.output<typeof subscribeHookSchema>;
export const hookSchema = z
  .object({ id: z.uuid(), formId: z.uuid(), url: z.string(), event: z.enum(eventTypes) })
  .meta({ id: 'Hook' });
export type Hook = z.infer<typeof hookSchema>;
export const newHookSchema = hookSchema
  .extend({ secret: z.string().meta({ description: 'Signs the deliveries. It is shown only once.' }) })
  .meta({ id: 'NewHook' });
export type NewHook = z.infer<typeof newHookSchema>;
export const samplesSchema = z.array(webhookEventSchema).max(samplesMax).meta({ id: 'Samples' });
