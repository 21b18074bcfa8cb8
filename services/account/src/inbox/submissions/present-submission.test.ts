import { noSpam } from '@inlet/contracts/spam';
import { receivedSubmissionSchema, submissionSchema } from '@inlet/contracts/submissions';
import { describe, expect, it } from 'vitest';
import { testFileLinks } from '#file-links.test-setup.ts';
import { presentInInbox, presentSubmission } from '#inbox/submissions/present-submission.ts';

const row = {
  id: '01890000-0000-7000-8000-000000000001',
  formId: '01890000-0000-7000-8000-000000000002',
  data: '{"z":1,"a":{"b":null}}',
  origin: null,
  userAgent: 'curl/8 "quoted"\n',
  isSpam: true,
  spam: null,
  isChecking: false,
  createdAt: new Date('2025-03-05T08:00:00.123Z'),
  files: null,
  ruleErrors: '[{"field":"a","code":"TYPE_TEXT","message":"This field must be a text"}]',
  rulesVersion: 3,
  confirmation: 'asked',
  confirmedAt: new Date('2025-03-05T09:00:00.123Z'),
  secretColumn: 'of a later day',
};

describe('a submission', () => {
  it('is shown as the contract says, and nothing else of its row', () => {
    const shown = JSON.parse(presentSubmission(row, testFileLinks));
    const { secretColumn: _, data, ...rest } = row;
    expect(shown).toEqual({
      ...rest,
      data: JSON.parse(data),
      spam: noSpam,
      ruleErrors: JSON.parse(rest.ruleErrors),
      createdAt: '2025-03-05T08:00:00.123Z',
      confirmedAt: '2025-03-05T09:00:00.123Z',
      files: [],
    });
    expect(receivedSubmissionSchema.strict().safeParse(shown).success).toBe(true);
  });

  it('has its files, with links to those that are available', () => {
    const [one, other] = ['01890000-0000-7000-8000-000000000003', '01890000-0000-7000-8000-000000000004'];
    const files = JSON.stringify([
      [one, 'cv', 'my "cv".pdf', 'application/pdf', 5, 'available'],
      [other, 'cv', 'b.exe', 'application/octet-stream', 6, 'quarantined'],
    ]);
    const shown = JSON.parse(presentSubmission({ ...row, files }, testFileLinks));
    expect(shown.files).toMatchObject([
      { id: one, field: 'cv', name: 'my "cv".pdf', type: 'application/pdf', size: 5, state: 'available' },
      { id: other, url: null },
    ]);
    expect(shown.files[0].url).toMatch(new RegExp(`^http://localhost:8080/files/${one}[?]exp=`));
    expect(receivedSubmissionSchema.strict().safeParse(shown).success).toBe(true);
  });

  it('has the state of the work on it in the inbox', () => {
    const state = {
      isRead: true,
      isStarred: false,
      status: 'done' as const,
      tags: ['b2b'],
      note: 'Call "her"',
      assigneeId: null,
    };
    const shown = JSON.parse(presentInInbox(row, state, testFileLinks));
    expect(shown).toEqual({ ...JSON.parse(presentSubmission(row, testFileLinks)), ...state });
    expect(submissionSchema.strict().safeParse(shown).success).toBe(true);
  });

  it.each([
    '{}',
    '{"a":1.0,"b":1e400,"c":12345678901234567890,"d":-0}',
    '{"__proto__":{"x":1},"constructor":null}',
    '{"a":1,"a":2}',
    '{ "a" : "\\u00e9\\/" }',
    '{"$&":"$1","data":{"id":"x"}}',
  ])('keeps its fields byte for byte: %s', (data) => {
    expect(presentSubmission({ ...row, data }, testFileLinks)).toContain(
      `"formId":"${row.formId}","data":${data},"origin":null`,
    );
  });
});
