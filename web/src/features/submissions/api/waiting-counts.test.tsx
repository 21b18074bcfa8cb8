import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { countsKey } from '#features/submissions/api/submission-keys.ts';
import { useCounts } from '#features/submissions/api/use-counts.ts';
import { usePendingChange } from '#features/submissions/api/use-pending-change.ts';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import type { Folder } from '#features/submissions/filter.ts';
import { markKindIn } from '#features/submissions/pending-change.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';

const formId = '01934f6e-5a7c-7000-8000-00000000f000';

function Spam({ folder }: { folder: Folder }) {
  const queryClient = useQueryClient();
  const pending = usePendingChange(formId, folder);
  useCounts(formId);
  const rows = [1, 2, 3].map(() => buildSubmission({ formId, isSpam: folder === 'spam' }));
  return (
    <>
      <p role="status">{useSubmissionTotal(formId, 'spam')}</p>
      <button type="button" onClick={() => pending.begin({ kind: markKindIn(folder), rows })}>
        Mark
      </button>
      <button type="button" onClick={() => pending.begin({ kind: 'delete', rows })}>
        Delete
      </button>
      <button type="button" onClick={pending.undo}>
        Undo
      </button>
      <button type="button" onClick={() => queryClient.invalidateQueries({ queryKey: countsKey(formId) })}>
        Count
      </button>
    </>
  );
}

it.each([
  ['inbox', 'Mark', 13],
  ['spam', 'Mark', 7],
  ['spam', 'Delete', 7],
  ['inbox', 'Delete', 10],
] as const)('a count that is read while a change of the %s waits includes it: %s', async (folder, name, total) => {
  const counts = { inbox: 20, unread: 0, unreadIsExact: true, spam: 10, flagged: 0, refused: 0, tags: [] };
  const { requests } = await renderApp({
    path: '/',
    element: <Spam folder={folder} />,
    answers: { [`/api/v1/forms/${formId}/counts`]: counts },
  });
  const press = (button: string) => userEvent.click(screen.getByRole('button', { name: button }));
  const shown = () => Number(screen.getByRole('status').textContent);
  await waitFor(() => expect(shown()).toBe(10));
  await press(name);
  expect(shown()).toBe(total);
  await press('Count');
  await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/counts'))).toHaveLength(2));
  expect(shown()).toBe(total);
  await press('Undo');
  expect(shown()).toBe(10);
});
