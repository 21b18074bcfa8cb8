import { useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { totalKey } from '#features/submissions/api/submission-keys.ts';
import { usePendingChange } from '#features/submissions/api/use-pending-change.ts';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import type { Folder } from '#features/submissions/filter.ts';
import { markKindIn } from '#features/submissions/pending-change.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

const formId = '01934f6e-5a7c-7000-8000-00000000f000';

function Counts({ folder }: { folder: Folder }) {
  const queryClient = useQueryClient();
  const pending = usePendingChange(formId, folder);
  const [inbox, spam] = [useSubmissionTotal(formId, 'inbox'), useSubmissionTotal(formId, 'spam')];
  useEffect(() => {
    queryClient.setQueryData(totalKey(formId, 'inbox'), 10);
    queryClient.setQueryData(totalKey(formId, 'spam'), 4);
  }, [queryClient]);
  const rows = [1, 2, 3].map(() => buildSubmission({ formId, isSpam: folder === 'spam' }));
  return (
    <>
      <p role="status">{`${inbox} and ${spam}`}</p>
      <button type="button" onClick={() => pending.begin({ kind: markKindIn(folder), rows })}>
        Mark
      </button>
      <button type="button" onClick={() => pending.begin({ kind: 'delete', rows })}>
        Delete
      </button>
      <button type="button" onClick={pending.undo}>
        Undo
      </button>
      <button type="button" onClick={() => pending.settle()}>
        Send
      </button>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const show = (folder: Folder, answers = {}) => renderApp({ path: '/', element: <Counts folder={folder} />, answers });
const totals = () => screen.getByRole('status').textContent;

it.each([
  ['inbox', '7 and 7'],
  ['spam', '13 and 1'],
] as const)(
  'what is marked in the %s counts in the other folder at once, and no more once it is undone',
  async (folder, marked) => {
    await show(folder);
    await press('Mark');
    expect(totals()).toBe(marked);
    await press('Undo');
    expect(totals()).toBe('10 and 4');
  },
);

it('what is deleted comes to no other folder', async () => {
  await show('inbox');
  await press('Delete');
  expect(totals()).toBe('7 and 4');
});

it('both folders count as before where a mark is refused', async () => {
  await show('inbox', { [`/api/v1/forms/${formId}/submissions/spam`]: refusal(500, 'internal', 'Server error') });
  await press('Mark');
  expect(totals()).toBe('7 and 7');
  await press('Send');
  expect(await screen.findByText('10 and 4')).toBeVisible();
});
