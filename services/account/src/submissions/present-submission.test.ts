import { submissionSchema } from '@inlet/contracts/submissions';
import { expect, it } from 'vitest';
import { presentSubmission } from '#submissions/present-submission.ts';

it('a submission is shown as the contract says, its data as they were stored', () => {
  const data = JSON.parse('{"z":1,"__proto__":2,"a":{"b":null}}');
  const row = {
    id: '01890000-0000-7000-8000-000000000001',
    formId: '01890000-0000-7000-8000-000000000002',
    data,
    origin: null,
    userAgent: 'curl/8',
    createdAt: new Date('2025-03-05T08:00:00.123Z'),
    secretColumn: 'of a later day',
  };
  const shown = presentSubmission(row);
  const { secretColumn: _, ...expected } = row;
  expect(shown).toEqual({ ...expected, createdAt: '2025-03-05T08:00:00.123Z' });
  expect(JSON.stringify(shown.data)).toBe('{"z":1,"__proto__":2,"a":{"b":null}}');
  expect(submissionSchema.strict().safeParse(shown).success).toBe(true);
});
