import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { totalKey } from '#features/submissions/api/submission-keys.ts';
import { useLiveSubmissions } from '#features/submissions/api/use-live-submissions.ts';
import { usePendingChange } from '#features/submissions/api/use-pending-change.ts';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { type Filter, type Folder, noFilter } from '#features/submissions/filter.ts';
import { changed, liveStream } from '#features/submissions/inbox.test-setup.tsx';
import { markKindIn } from '#features/submissions/pending-change.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';

const formId = '01934f6e-5a7c-7000-8000-00000000f000';
type Query = Parameters<typeof useLiveSubmissions>[0]['list']['query'];
/** A filtered list that is never loaded, so that only events change the total. */
const list = {
  current: () => undefined,
  change: () => undefined,
  readPage: () => new Promise<never>(() => undefined),
  query: { isSuccess: false, isPlaceholderData: false } as Query,
};
const filter: Filter = { ...noFilter, folder: 'inbox', q: 'chairs' };

function Total({ folder }: { folder: Folder }) {
  const queryClient = useQueryClient();
  const pending = usePendingChange(formId, folder);
  useLiveSubmissions({ formId, filter, list, isHeld: false, isAtTop: () => true });
  const rows = [buildSubmission({ formId, isSpam: folder === 'spam' })];
  return (
    <>
      <p role="status">{useSubmissionTotal(formId, 'inbox')}</p>
      <button type="button" onClick={() => queryClient.setQueryData(totalKey(formId, 'inbox'), 10)}>
        Load
      </button>
      <button type="button" onClick={() => pending.begin({ kind: markKindIn(folder), rows })}>
        Mark
      </button>
      <button type="button" onClick={() => pending.begin({ kind: 'delete', rows })}>
        Delete
      </button>
      <button type="button" onClick={pending.undo}>
        Undo
      </button>
    </>
  );
}

it.each([
  ['inbox', 'Delete', '9', '10'],
  ['inbox', 'Mark', '9', '10'],
  ['spam', 'Delete', '10', '11'],
  ['spam', 'Mark', '11', '12'],
] as const)(
  'in the %s, "%s" counts while it waits, and an event in between counts once',
  async (folder, name, waiting, after) => {
    const live = liveStream();
    const answers = { [`/api/v1/forms/${formId}/live`]: () => live.open() };
    const { requests } = await renderApp({ path: '/', element: <Total folder={folder} />, answers });
    await waitFor(() => expect(requests).toHaveLength(1));
    const press = (button: string) => userEvent.click(screen.getByRole('button', { name: button }));
    const total = () => screen.getByRole('status').textContent;
    await press('Load');
    await press(name);
    expect(total()).toBe(waiting);
    await live.say(changed(11));
    await waitFor(() => expect(total()).toBe(after));
    await press('Undo');
    expect(total()).toBe('11');
  },
);
