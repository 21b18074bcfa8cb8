import { formSchema } from '@inlet/contracts/forms';
import type { Form } from '@inlet/db/client';
import { expect, it } from 'vitest';
import { presentForm } from '#forms/present-form.ts';

const form: Form = {
  id: '01890000-0000-7000-8000-000000000001',
  userId: '01890000-0000-7000-8000-000000000002',
  name: 'Contact',
  description: null,
  endpointId: 'abcdef012345',
  allowedOrigins: ['https://example.com'],
  isActive: false,
  bodyMaxBytes: 16_000,
  readBefore: null,
  retentionDays: 90,
  takesFiles: true,
  fileTypes: ['.pdf'],
  afterSending: { color: '#0b6670' },
  hostedPage: null,
  language: 'de',
  fieldRoles: { name: 'company', subject: null, message: 'notes' },
  opensAt: new Date('2025-03-06T08:00:00Z'),
  closesAt: null,
  maxSubmissions: 7,
  maxSubmissionsVersion: 1,
  closedMessage: null,
  createdAt: new Date('2025-03-05T08:00:00.123Z'),
};

it('a form is shown as the contract says, with its address and its counters', () => {
  const total = {
    formId: form.id,
    submissionCount: 7n,
    spamCount: 0n,
    lastSubmissionAt: new Date('2025-03-06T09:00:00Z'),
    pastCount: 0n,
  };
  const shown = presentForm({ form, total, counted: 7 }, 'https://forms.example.com');
  expect(formSchema.strict().parse(shown)).toEqual(shown);
  const { readBefore: _, hostedPage: _page, maxSubmissionsVersion: _version, ...told } = form;
  expect(shown).toEqual({
    ...told,
    afterSending: { message: null, redirect: null, name: null, logo: null, color: '#0b6670' },
    endpointUrl: 'https://forms.example.com/api/forms/abcdef012345',
    opensAt: '2025-03-06T08:00:00.000Z',
    state: 'full',
    countedSubmissions: 7,
    createdAt: '2025-03-05T08:00:00.123Z',
    submissionCount: 7,
    lastSubmissionAt: '2025-03-06T09:00:00.000Z',
  });
});

it('a form that never received anything shows zero and no time', () => {
  const shown = presentForm({ form, total: null, counted: null }, 'https://forms.example.com');
  expect(shown).toMatchObject({ submissionCount: 0, lastSubmissionAt: null });
});
