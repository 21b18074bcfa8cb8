import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SubmissionDetails } from '#features/submissions/components/submission-details.tsx';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { parseJson } from '#lib/parse-json.ts';

it('shows numbers as they were sent, in the fields and in the data', () => {
  const text = '{"version":1.0,"huge":1e400,"ids":[12345678901234567890]}';
  const data = parseJson(text) as Record<string, unknown>;
  render(<SubmissionDetails submission={buildSubmission({ data })} />);
  expect(screen.getByText('1.0')).toBeVisible();
  expect(screen.getByText('1e400')).toBeVisible();
  const code = within(screen.getByLabelText('Submitted Data')).getByText(/version/);
  expect(code.textContent?.replace(/\s/g, '')).toBe(text);
});
