import * as z from 'zod';
import { submissionsNamedMax } from '#inbox/submission-limits.ts';
import { cursorSchema, limitSchema, nextCursorSchema } from '#paging.ts';
import type { Template } from '#presets/preset.ts';
import { whenSchema } from '#routing/conditions.ts';
import { canBeStored } from '#text.ts';

/** The number of targets that a form may have. */
export const targetsMax = 10;
/** The number of test deliveries for an account in an hour. */
export const testsPerHour = 60;
/** How long the log of deliveries is kept, and how long a failed or stopped delivery can still be replayed. */
export const deliveryDaysMax = 30;
/** How long the previous secret also signs. */
export const oldSecretHours = 24;
const headersMax = 20;
const fieldsMax = 200;
const urlMaxLength = 2_000;
const rateMin = 0.01;
const rateMax = 100;

export const eventTypes = [
  'submission.created',
  'submission.confirmed',
  'submission.spam',
  'submission.released',
  'submission.deleted',
] as const;
export type EventType = (typeof eventTypes)[number];
/** With both event types, a receiver learns of every new submission in the inbox. */
export const defaultEvents: EventType[] = ['submission.created', 'submission.released'];

export const targetOrders = ['best_effort', 'strict'] as const;
export const targetStates = ['active', 'paused', 'disabled'] as const;
export const attemptStates = ['succeeded', 'failed', 'skipped'] as const;

export const targetNameSchema = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(100, 'Name must have at most 100 characters')
  .refine(canBeStored, 'Name has a character that cannot be stored');
export const targetUrlSchema = z
  .string({ error: 'URL is required' })
  .trim()
  .max(urlMaxLength, `URL must have at most ${urlMaxLength} characters`)
  .refine(URL.canParse, 'Must be a URL such as https://example.com/webhook')
  .meta({ description: 'Where the events go. `https`, on port 443 or 8443.' });
const eventsSchema = z
  .array(z.enum(eventTypes))
  .min(1, 'Choose at least one event')
  .transform((events) => [...new Set(events)])
  .meta({ description: 'The events to deliver.' });
/** Headers that every delivery has, and headers of the connection. */
const ownHeader =
  /^(webhook-.*|content-(type|length|encoding)|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|user-agent|accept|accept-encoding)$/i;
const headerNameSchema = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'Must be the name of a header')
  .refine((name) => !ownHeader.test(name), 'Every delivery sets this header by itself');
const headersSchema = z
  .record(
    headerNameSchema,
    z.string().regex(/^[\t\x20-\x7e]{0,2000}$/, 'Must be printable ASCII of at most 2,000 characters'),
  )
  .refine((headers) => Object.keys(headers).length <= headersMax, `At most ${headersMax} headers`)
  .refine((headers) => new Set(lowerCased(headers)).size === Object.keys(headers).length, 'Name each header once')
  .meta({ description: 'Headers of each delivery. Their values are stored encrypted and never shown again.' });
function lowerCased(headers: Readonly<Record<string, string>>): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}
const fieldsSchema = z
  .array(z.string().max(200).refine(canBeStored, 'No field has such a name'))
  .max(fieldsMax)
  .meta({ description: 'The only fields to deliver. An empty list stands for all.' });
const settingsSchema = z.record(z.string().max(50), z.string().trim().max(urlMaxLength)).meta({
  description: 'Values that the preset asks for beside the URL, such as a token. They are stored encrypted.',
});
/** Any JSON including null: the request's body was parsed as JSON. */
const jsonSchema = z.custom<Template>((value) => value !== undefined);
const templateSchema = jsonSchema
  .refine((template) => JSON.stringify(template).length <= 20_000, 'The template must have at most 20,000 characters')
  .meta({ description: 'Of the kind `custom`: the JSON body, with placeholders such as `{{email}}` in its texts.' });
const orderSchema = z.enum(targetOrders).meta({
  description:
    '`best_effort` delivers others while one is being retried. `strict` keeps the order: a failed delivery stops the target until it succeeds or is skipped.',
});
const rateError = `Must be a number from ${rateMin} to ${rateMax}`;
const rateSchema = z
  .number(rateError)
  .min(rateMin, rateError)
  .max(rateMax, rateError)
  .meta({ description: 'Most deliveries a second.' });

const targetWhenSchema = whenSchema.nullable().meta({
  description:
    'The conditions under which an event is delivered; null for always. A deleted submission has no fields, so its event is always delivered.',
});

export const createTargetSchema = z
  .object({
    kind: z.string().max(50).default('webhook').meta({ description: 'A preset, such as `webhook` or `slack`.' }),
    url: targetUrlSchema.optional(),
    name: targetNameSchema.optional(),
    events: eventsSchema.default(defaultEvents),
    headers: headersSchema.default({}),
    settings: settingsSchema.default({}),
    fields: fieldsSchema.default([]),
    template: templateSchema.optional(),
    order: orderSchema.default('best_effort'),
    rate: rateSchema.nullable().default(null),
    when: targetWhenSchema.default(null),
  })
  .meta({ id: 'CreateTarget' });
export type CreateTarget = z.input<typeof createTargetSchema>;
export type NewTargetValues = z.output<typeof createTargetSchema>;

export const updateTargetSchema = z
  .object({
    url: targetUrlSchema.optional(),
    name: targetNameSchema.optional(),
    events: eventsSchema.optional(),
    headers: headersSchema
      .optional()
      .meta({ description: 'All headers anew. An empty value keeps the value that is stored under the name.' }),
    settings: settingsSchema.optional().meta({ description: 'The values that change; the others stay.' }),
    fields: fieldsSchema.optional(),
    template: templateSchema.optional(),
    order: orderSchema.optional(),
    rate: rateSchema.nullable().optional(),
    when: targetWhenSchema.optional(),
  })
  .meta({ id: 'UpdateTarget' });
export type UpdateTarget = z.input<typeof updateTargetSchema>;
export type TargetChangeValues = z.output<typeof updateTargetSchema>;

const timeOrNull = z.iso.datetime().nullable();
const countSchema = z.number().int();

export const targetSchema = z
  .object({
    id: z.uuid(),
    formId: z.uuid(),
    kind: z.string(),
    name: z.string(),
    url: z.string().meta({ description: 'The URL. Of a URL that is a secret only the host is shown.' }),
    settings: z
      .record(z.string(), z.string())
      .meta({ description: 'The values that the preset asks for. Secret ones are masked.' }),
    headers: z.array(z.string()).meta({ description: 'The names of its headers.' }),
    events: z.array(z.enum(eventTypes)),
    fields: z.array(z.string()),
    template: jsonSchema.meta({ description: 'Null for other kinds than `custom`.' }),
    order: orderSchema,
    rate: z.number().nullable(),
    when: targetWhenSchema,
    isHook: z.boolean().meta({ description: 'True if a program subscribed it by a REST hook.' }),
    state: z.enum(targetStates),
    stateReason: z.enum(['gone', 'failing', 'plan']).nullable().meta({
      description:
        'Why it is disabled: `gone` for an answer with the status 410, `failing` for three days without a success, `plan` for a plan without webhooks.',
    }),
    stoppedAt: timeOrNull,
    oldSecretUntil: timeOrNull.meta({ description: 'Until then the secret before the current one signs as well.' }),
    createdAt: z.iso.datetime(),
    health: z.object({
      waiting: countSchema.meta({ description: 'Deliveries that wait, counted to 10,000.' }),
      failed: countSchema.meta({ description: 'Deliveries that failed for good, counted to 10,000.' }),
      oldestWaitingAt: timeOrNull,
      failureStreak: countSchema,
      failingSince: timeOrNull,
      nextAttemptAt: timeOrNull,
      lastSuccessAt: timeOrNull.meta({
        description: 'The last success at this address, tests included; null for a new or changed address.',
      }),
      lastFailureAt: timeOrNull,
    }),
  })
  .meta({ id: 'Target' });
export type Target = z.infer<typeof targetSchema>;

export const targetListSchema = z
  .object({
    targets: z.array(targetSchema),
    allowedAddresses: z.array(z.string()).meta({
      description:
        'Addresses that need not be public, as the operator set them. There `http` and every port are allowed.',
    }),
  })
  .meta({ id: 'TargetList' });
export type TargetList = z.infer<typeof targetListSchema>;

export const newTargetSchema = targetSchema
  .extend({ secret: z.string().meta({ description: 'Signs the deliveries. It is shown only once.' }) })
  .meta({ id: 'NewTarget' });
export type NewTarget = z.infer<typeof newTargetSchema>;

export const attemptSchema = z
  .object({
    id: z.uuid(),
    eventId: z.uuid().meta({ description: 'The header `webhook-id`. It stays the same in every attempt and replay.' }),
    type: z.enum([...eventTypes, 'form.alert']),
    submissionId: z.uuid().nullable(),
    number: countSchema.meta({ description: '1 for the first attempt of a delivery.' }),
    state: z.enum(attemptStates).meta({
      description: '`skipped` if the conditions of the integration did not hold, so nothing was sent.',
    }),
    statusCode: countSchema.nullable(),
    durationMs: countSchema,
    startedAt: z.iso.datetime(),
    error: z.string().nullable().meta({
      description: 'Why it failed, or why nothing was sent, such as `skipped: topic is not Sales`.',
    }),
    response: z.string().nullable().meta({ description: 'The first 4 kB of the response.' }),
    responseHeaders: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: 'Those of its headers that help to find a fault, such as `content-type`.' }),
    isTest: z.boolean(),
    replayId: z.uuid().nullable(),
  })
  .meta({ id: 'Attempt' });
export type Attempt = z.infer<typeof attemptSchema>;

export const attemptQuerySchema = z.object({
  limit: limitSchema(200, 50),
  cursor: cursorSchema,
  state: z.enum(attemptStates).optional().meta({ description: 'Only attempts that ended so.' }),
});
export const attemptPageSchema = z
  .object({ attempts: z.array(attemptSchema), nextCursor: nextCursorSchema })
  .meta({ id: 'AttemptPage' });
export type AttemptPage = z.infer<typeof attemptPageSchema>;

/** An attempt with its request, which is rendered again from the stored submission. */
export const attemptDetailsSchema = attemptSchema
  .extend({
    request: z
      .object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() })
      .nullable()
      .meta({
        description:
          'Written anew from the submission as it is now; null if the submission is gone, or if no request can be made of it.',
      }),
  })
  .meta({ id: 'AttemptDetails' });
export type AttemptDetails = z.infer<typeof attemptDetailsSchema>;
export const testedTargetSchema = z.object({ attempt: attemptSchema }).meta({ id: 'TestedTarget' });
export type TestedTarget = z.infer<typeof testedTargetSchema>;

const momentSchema = z.iso
  .datetime({ offset: true, error: 'Must be a time such as 2026-11-23T12:00:00Z' })
  .transform((text) => new Date(text));
export const replayRequestSchema = z
  .strictObject({
    from: momentSchema.optional().meta({ description: 'Submissions received at this time or later.' }),
    to: momentSchema.optional().meta({ description: 'Submissions received before this time.' }),
    submissionIds: z.array(z.uuid()).min(1).max(submissionsNamedMax).optional(),
    attemptIds: z.array(z.uuid()).min(1).max(submissionsNamedMax).optional(),
    failedOnly: z.boolean().default(false).meta({ description: 'Only deliveries that failed for good.' }),
  })
  .refine(({ from, to }) => !from || !to || from < to, { path: ['to'], error: 'Must be later than `from`' })
  .refine((wanted) => countWays(wanted) <= 1, 'Name submissions, or attempts, or a range of time')
  .meta({ id: 'ReplayRequest' });
export type ReplayRequest = z.input<typeof replayRequestSchema>;
export type ReplayWanted = z.output<typeof replayRequestSchema>;

interface Chosen {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly submissionIds?: unknown;
  readonly attemptIds?: unknown;
}
function countWays({ from, to, submissionIds, attemptIds }: Chosen): number {
  return [from ?? to, submissionIds, attemptIds].filter((way) => way !== undefined).length;
}

export const replayStartedSchema = z.object({ replayId: z.uuid() }).meta({ id: 'ReplayStarted' });
export const replaySchema = z
  .object({
    id: z.uuid(),
    targetId: z.uuid(),
    state: z.enum(['running', 'done']),
    done: countSchema.meta({ description: 'Deliveries that were attempted.' }),
    total: countSchema.meta({ description: 'Deliveries of the replay, counted when it began.' }),
    createdAt: z.iso.datetime(),
    endedAt: timeOrNull,
  })
  .meta({ id: 'Replay' });
export type Replay = z.infer<typeof replaySchema>;
