import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SubmissionDetails } from '#features/submissions/components/pane/submission-details.tsx';
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

it('shows the data as JSON below the fields, and keeps it closed for a reader who has closed it', () => {
  const submission = buildSubmission({ data: { name: 'Ada' } });
  const first = render(<SubmissionDetails submission={submission} />);
  expect(screen.getByRole('region', { name: 'Submitted Data' })).toHaveTextContent('{ "name": "Ada" }');
  const details = document.querySelector('details') as HTMLDetailsElement;
  expect(details.open).toBe(true);
  expect(screen.getByText('name').compareDocumentPosition(details)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const turn = (isOpen: boolean) => {
    const shown = document.querySelector('details') as HTMLDetailsElement;
    shown.open = isOpen;
    fireEvent(shown, new Event('toggle'));
  };
  turn(false);
  first.unmount();
  const second = render(<SubmissionDetails submission={submission} />);
  expect(document.querySelector('details')?.open).toBe(false);
  turn(true);
  second.unmount();
  render(<SubmissionDetails submission={submission} />);
  expect(document.querySelector('details')?.open).toBe(true);
});

it('gives the reasons of spam with their points', () => {
  const reasons = [
    { name: 'honeypot', points: 1 },
    { name: 'unchecked', points: 0 },
  ] as const;
  const spam = { score: 1, reasons: [...reasons], isFlagged: false };
  render(<SubmissionDetails submission={buildSubmission({ isSpam: true, spam })} />);
  const check = screen.getByRole('region', { name: 'Spam check' });
  expect(within(check).getByRole('heading', { name: 'Why this is spam' })).toBeVisible();
  const [honeypot, unchecked] = within(check).getAllByRole('listitem');
  expect(honeypot).toHaveTextContent('Hidden fieldA field that people do not see was filled in.100%');
  expect(unchecked).toHaveTextContent(/did not count\.$/);
});

it.each([
  [
    'may be spam',
    { spam: { score: 0.93, reasons: [{ name: 'links', points: 0.93 }], isFlagged: true } },
    'This may be spam',
  ],
  ['is being checked', { isChecking: true }, /is being checked for spam/],
  ['was marked by hand', { isSpam: true }, /moved here by hand/],
] as const)('says of a submission that it %s', (_, overrides, words) => {
  render(<SubmissionDetails submission={buildSubmission(structuredClone(overrides) as object)} />);
  expect(screen.getByText(words)).toBeVisible();
});

it('says nothing of spam where nothing was found', () => {
  render(<SubmissionDetails submission={buildSubmission()} />);
  expect(screen.queryByText(/spam/i)).not.toBeInTheDocument();
});

it('names the rules that a submission breaks, and its fields by their labels', () => {
  const ruleErrors = [
    { field: 'mail', code: 'TYPE_EMAIL', message: 'Email is no email address.' },
    { field: 'size', code: 'CHOICE', message: 'size must be one of S, M.' },
  ] as const;
  const submission = buildSubmission({ data: { mail: 'ada', size: 'XL' }, ruleErrors: [...ruleErrors] });
  render(<SubmissionDetails submission={submission} labels={new Map([['mail', 'Email']])} />);
  const rules = screen.getByRole('region', { name: 'Rules' });
  expect(within(rules).getByRole('heading', { name: 'Breaks 2 rules of the form' })).toBeVisible();
  expect(
    within(rules)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['EmailEmail is no email address.', 'sizesize must be one of S, M.']);
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Email', 'size']);
});

it.each([
  [{ confirmation: 'asked', confirmedAt: '2025-11-28T05:41:00.000Z' }, /^Confirmed Nov 28, 2025, \d+:41 [AP]M$/],
  [{ confirmation: 'asked' }, 'Not confirmed yet'],
  [{ confirmation: 'limit' }, /^Not asked: the form had sent/],
] as const)('says whether the visitor has confirmed the address: %o', (overrides, words) => {
  render(<SubmissionDetails submission={buildSubmission({ userAgent: null, ...overrides })} />);
  expect(screen.getByText(words)).toBeVisible();
});

it('says nothing of rules where none is broken', () => {
  render(<SubmissionDetails submission={buildSubmission({ ruleErrors: [] })} />);
  expect(screen.queryByRole('region', { name: 'Rules' })).not.toBeInTheDocument();
});
