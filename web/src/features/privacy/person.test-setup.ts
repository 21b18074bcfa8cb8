import type { Erasure, Mention, PersonCounts } from '@inlet/contracts/erasures';
import type { Person } from '@inlet/contracts/found-person';

export const noCounts: PersonCounts = {
  submissions: 0,
  files: 0,
  notes: 0,
  deliveries: 0,
  attempts: 0,
  deadSubmissions: 0,
  mails: 0,
  suppressions: 0,
};

export const mention: Mention = {
  place: 'field',
  formId: '01934f6e-5a7c-7000-8000-0000000000f1',
  formName: 'Contact',
  submissionId: '01934f6e-5a7c-7000-8000-0000000000a2',
  field: 'message',
  excerpt: '… please write to ada@example.com instead …',
};

export function buildPerson(overrides: Partial<Person> = {}): Person {
  return {
    email: 'ada@example.com',
    submissions: [],
    total: 0,
    counts: noCounts,
    mentions: [],
    mentionCount: 0,
    ...overrides,
  };
}

export function buildErasure(overrides: Partial<Erasure> = {}): Erasure {
  return {
    id: '01934f6e-5a7c-7000-8000-0000000000e1',
    state: 'done',
    requestedAt: '2026-11-20T14:05:09.000Z',
    finishedAt: '2026-11-20T14:05:21.000Z',
    counts: { ...noCounts, submissions: 12, notes: 2 },
    mentions: [],
    mentionCount: 0,
    receipt: 'eyJhbGciOiJFZERTQSJ9.e30.c2ln',
    ...overrides,
  };
}
