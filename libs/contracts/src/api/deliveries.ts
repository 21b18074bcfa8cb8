import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import { hookSchema, newHookSchema, samplesSchema, subscribeHookSchema } from '#deliveries/hooks.ts';
import {
  attemptDetailsSchema,
  attemptPageSchema,
  attemptQuerySchema,
  createTargetSchema,
  newTargetSchema,
  replayRequestSchema,
  replaySchema,
  replayStartedSchema,
  targetListSchema,
  targetSchema,
  testedTargetSchema,
  testsPerHour,
  updateTargetSchema,
} from '#deliveries/targets.ts';

const target = { description: 'The integration', schema: targetSchema };
const withSecret = { description: 'The integration, with its secret', schema: newTargetSchema };
const shared = { group: 'Integrations', feature: 'webhooks', needsWriteKey: true } as const;
const ofTarget = { ...shared, access: 'target' } as const;

export const deliveryRoutes = {
  listTargets: {
    action: 'integrations:manage',
    ...shared,
    summary: 'List the integrations of a form',
    access: 'form',
    success: { status: 200, description: 'All integrations, oldest first', schema: targetListSchema },
  },
  createTarget: {
    action: 'integrations:manage',
    ...shared,
    summary: 'Create an integration',
    description:
      'Events that happen from now on are delivered. For stored submissions start a replay. `kind` is `webhook` for a webhook of your own, or a preset such as `slack`.',
    access: 'form',
    body: createTargetSchema,
    success: { status: 201, ...withSecret },
    refusals: ['targetLimitReached', 'addressNotAllowed'],
  },
  readTarget: {
    action: 'integrations:manage',
    ...ofTarget,
    summary: 'Read an integration',
    success: { status: 200, ...target },
  },
  updateTarget: {
    action: 'integrations:manage',
    ...ofTarget,
    summary: 'Change an integration',
    description: 'Fields that are left out stay as they are. Deliveries that wait go by the change.',
    body: updateTargetSchema,
    success: { status: 200, ...target },
    refusals: ['addressNotAllowed'],
  },
  deleteTarget: {
    action: 'integrations:manage',
    group: 'Integrations',
    summary: 'Delete an integration',
    description: 'Deliveries that wait are dropped, and the log of its deliveries is deleted.',
    access: 'target',
    success: { status: 204, description: 'The integration is deleted' },
  },
  pauseTarget: {
    action: 'integrations:manage',
    ...ofTarget,
    summary: 'Pause an integration',
    description: 'Events that happen meanwhile are kept for 30 days.',
    success: { status: 200, ...target },
  },
  resumeTarget: {
    action: 'integrations:manage',
    ...ofTarget,
    summary: 'Resume an integration that is paused or disabled',
    description: 'Everything that waits is delivered.',
    success: { status: 200, ...target },
  },
  testTarget: {
    action: 'integrations:manage',
    ...ofTarget,
    summary: 'Send a test delivery',
    description:
      'Delivers an example of `submission.created` at once, also to an integration that is paused, and answers with the attempt.',
    limit: { name: 'test-delivery:account', per: 'account', max: testsPerHour, windowSeconds: 3_600 },
    success: { status: 200, description: 'The attempt', schema: testedTargetSchema },
    refusals: ['testUnanswered'],
  },
  rotateTargetSecret: {
    action: 'integrations:manage',
    ...ofTarget,
    summary: 'Replace the secret of an integration',
    description: 'For 24 hours deliveries have a signature by each of the two secrets.',
    success: { status: 200, ...withSecret },
  },
  skipDelivery: {
    action: 'integrations:manage',
    ...ofTarget,
    summary: 'Skip the delivery that stops an integration',
    description:
      'Of an integration with the order `strict`. The delivery that fails is dropped, and the next one follows. The log keeps its attempts, and a replay of one of them delivers it.',
    success: { status: 200, ...target },
    refusals: ['nothingStopped'],
  },
  replayTarget: {
    action: 'integrations:manage',
    ...ofTarget,
    summary: 'Deliver again',
    description:
      'Delivers stored submissions of a range of time, or those that are named, or the events of attempts that are named. `{}` stands for all submissions in the inbox, and fills a new integration with them. Every event keeps its id. With `failedOnly` it is limited to deliveries that failed for good.',
    body: replayRequestSchema,
    success: { status: 202, description: 'The replay has begun', schema: replayStartedSchema },
    refusals: ['replayUnderWay'],
  },
  readReplay: {
    action: 'integrations:manage',
    ...shared,
    summary: 'Read the progress of a replay',
    access: 'replay',
    success: { status: 200, description: 'The replay', schema: replaySchema },
  },
  listAttempts: {
    action: 'integrations:manage',
    ...ofTarget,
    summary: 'List the attempts of an integration',
    description: 'The log is kept for 30 days.',
    query: attemptQuerySchema,
    success: { status: 200, description: 'A page, newest first', schema: attemptPageSchema },
    refusals: ['invalidCursor'],
  },
  readAttempt: {
    action: 'deliveries:read',
    ...ofTarget,
    summary: 'Read an attempt and its request',
    success: { status: 200, description: 'The attempt', schema: attemptDetailsSchema },
    refusals: ['attemptNotFound'],
  },
  listSamples: {
    action: 'deliveries:read',
    group: 'Integrations',
    summary: 'List sample events of a form',
    description:
      'Up to three bodies of deliveries, made of the newest submissions, or an example where there is none. For builders such as Zapier, which show the fields to map.',
    access: 'form',
    success: { status: 200, description: 'The bodies, newest first', schema: samplesSchema },
  },
  subscribeHook: {
    action: 'integrations:manage',
    ...shared,
    summary: 'Subscribe a REST hook',
    description:
      'For builders such as Zapier, Make, n8n and Activepieces. A hook is an integration of the kind `webhook` that a program creates and deletes.',
    access: 'subscriber',
    body: subscribeHookSchema,
    success: { status: 201, description: 'The hook, with its secret', schema: newHookSchema },
    refusals: ['formNotFound', 'targetLimitReached', 'addressNotAllowed'],
  },
  readHook: {
    action: 'integrations:manage',
    ...shared,
    summary: 'Read a REST hook',
    access: 'hook',
    success: { status: 200, description: 'The hook', schema: hookSchema },
  },
  unsubscribeHook: {
    action: 'integrations:manage',
    group: 'Integrations',
    summary: 'Unsubscribe a REST hook',
    access: 'hook',
    success: { status: 204, description: 'The hook is deleted' },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
