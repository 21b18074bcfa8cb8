import type { Attempt, NewTarget, Target } from '@inlet/contracts/targets';

type Overrides = Partial<Omit<Target, 'health'>> & { readonly health?: Partial<Target['health']> };

export function buildTarget({ health, ...overrides }: Overrides = {}): Target {
  return {
    id: nextId(),
    formId: '01934f6e-5a7c-7000-8000-00000000f000',
    kind: 'webhook',
    name: 'Orders',
    url: 'https://example.com/hook',
    settings: {},
    headers: [],
    events: ['submission.created'],
    fields: [],
    template: null,
    order: 'best_effort',
    rate: null,
    when: null,
    isHook: false,
    state: 'active',
    stateReason: null,
    stoppedAt: null,
    oldSecretUntil: null,
    createdAt: '2026-11-20T14:05:09.000Z',
    ...overrides,
    health: {
      waiting: 0,
      failed: 0,
      oldestWaitingAt: null,
      failureStreak: 0,
      failingSince: null,
      nextAttemptAt: null,
      lastSuccessAt: null,
      lastFailureAt: null,
      ...health,
    },
  };
}

export function buildNewTarget(overrides: Overrides = {}): NewTarget {
  return { ...buildTarget(overrides), secret: 'whsec_c2VjcmV0' };
}

export function buildAttempt(overrides: Partial<Attempt> = {}): Attempt {
  return {
    id: nextId(),
    eventId: nextId(),
    type: 'submission.created',
    submissionId: nextId(),
    number: 1,
    state: 'succeeded',
    statusCode: 200,
    durationMs: 85,
    startedAt: '2026-11-20T14:05:09.000Z',
    error: null,
    response: 'ok',
    responseHeaders: { 'content-type': 'text/plain' },
    isTest: false,
    replayId: null,
    ...overrides,
  };
}

let built = 0;

function nextId(): string {
  built += 1;
  return `01934f6e-5a7c-7000-8000-${built.toString(16).padStart(12, '0')}`;
}
