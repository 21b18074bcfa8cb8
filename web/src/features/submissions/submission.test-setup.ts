import { noSpam } from '@inlet/contracts/spam';
import type { Submission } from '@inlet/contracts/submissions';

let built = 0;

export function buildSubmission(overrides: Partial<Submission> = {}): Submission {
  return {
    id: nextId(),
    formId: '01934f6e-5a7c-7000-8000-00000000f000',
    data: { email: 'ada@example.com' },
    origin: 'https://example.com',
    userAgent: null,
    isSpam: false,
    spam: noSpam,
    isChecking: false,
    files: [],
    ruleErrors: null,
    rulesVersion: null,
    confirmation: null,
    confirmedAt: null,
    createdAt: '2026-11-20T14:05:09.000Z',
    isRead: false,
    isStarred: false,
    status: 'open',
    tags: [],
    note: null,
    assigneeId: null,
    ...overrides,
  };
}

function nextId(): string {
  built += 1;
  return `01934f6e-5a7c-7000-8000-${built.toString(16).padStart(12, '0')}`;
}
