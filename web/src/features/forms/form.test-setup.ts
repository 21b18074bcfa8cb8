import type { Form } from '@inlet/contracts/forms';

let built = 0;

export function buildForm(overrides: Partial<Form> = {}): Form {
  return {
    id: nextId(),
    userId: nextId(),
    name: 'Contact',
    description: null,
    endpointId: 'k3v9x0q2m7ab',
    endpointUrl: 'https://forms.example.net/api/forms/k3v9x0q2m7ab',
    allowedOrigins: ['https://example.com'],
    isActive: true,
    bodyMaxBytes: null,
    takesFiles: true,
    fileTypes: [],
    language: null,
    afterSending: { message: null, redirect: null, name: null, logo: null, color: null },
    fieldRoles: { name: null, subject: null, message: null },
    retentionDays: null,
    ...{ opensAt: null, closesAt: null, maxSubmissions: null, closedMessage: null },
    ...{ state: 'open', countedSubmissions: null },
    createdAt: '2026-11-20T14:05:09.000Z',
    submissionCount: 0,
    lastSubmissionAt: null,
    ...overrides,
  };
}

function nextId(): string {
  built += 1;
  return `01934f6e-5a7c-7000-8000-${built.toString(16).padStart(12, '0')}`;
}
