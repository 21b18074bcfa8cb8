import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { totalKey } from '#features/submissions/api/submission-keys.ts';
import { useCounts } from '#features/submissions/api/use-counts.ts';
import { useSettledChecks } from '#features/submissions/api/use-settled-checks.ts';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';

const row = buildSubmission({ isChecking: true });
const calls = `/api/v1/forms/${row.formId}`;
const rows = [row];
const change = () => undefined;

/** An inbox whose total an event has brought, without the row that is being checked. */
function Total() {
  const queryClient = useQueryClient();
  useEffect(() => void queryClient.setQueryData(totalKey(row.formId, 'inbox'), 4), [queryClient]);
  useCounts(row.formId);
  useSettledChecks(row.formId, { rows, change });
  return <p role="status">{useSubmissionTotal(row.formId, 'inbox')}</p>;
}

it('a caught row that an event has already left out is not left out of the total again', async () => {
  const counts = { inbox: 4, unread: 0, unreadIsExact: true, spam: 1, flagged: 0, refused: 0, tags: [] };
  const { requests } = await renderApp({
    path: '/',
    element: <Total />,
    answers: {
      [`${calls}/submissions/${row.id}`]: { ...row, isChecking: false, isSpam: true },
      [`${calls}/counts`]: counts,
    },
  });
  await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/counts'))).toHaveLength(2));
  expect(screen.getByRole('status')).toHaveTextContent('4');
});

it('a caught row is no longer in the total', async () => {
  const counts = { inbox: 3, unread: 0, unreadIsExact: true, spam: 1, flagged: 0, refused: 0, tags: [] };
  await renderApp({
    path: '/',
    element: <Total />,
    answers: {
      [`${calls}/submissions/${row.id}`]: { ...row, isChecking: false, isSpam: true },
      [`${calls}/counts`]: counts,
    },
  });
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('3'));
});
