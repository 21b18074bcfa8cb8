import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calls, chooseFirst, pageOf, show, shownRows, stubBrowser } from '#features/submissions/inbox.test-setup.tsx';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

const ada = '01934f6e-5a7c-7000-8000-0000000000aa';
const member = (id: string, email: string, seen: object = { allForms: true, formIds: [] }) => ({
  ...{ id, email, role: 'editor', hasSecondFactor: false, lastActiveAt: null },
  ...seen,
});
const me = member('p-1', 'me@example.com');
const members = { members: [me, member(ada, 'ada@example.com')], invitations: [] };
const colleagues = { '/api/v1/workspaces/w-1/members': members };

beforeEach(stubBrowser);
afterEach(() => vi.unstubAllGlobals());

const openFirst = async () => {
  await userEvent.click(document.querySelector('[data-open]') as HTMLElement);
  return within(await screen.findByRole('dialog', { name: 'Submission Details' }));
};

it('shows nothing of assignments to a person who works alone', async () => {
  const { requestsTo } = await show(['Grace'], {
    answers: { '/api/v1/workspaces/w-1/members': { members: [me], invitations: [] } },
  });
  await waitFor(() => expect(requestsTo('/members')).toHaveLength(1));
  const details = await openFirst();
  expect(details.getByLabelText('Note')).toHaveAttribute('placeholder', 'Private note');
  await userEvent.type(details.getByLabelText('Note'), '@');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await chooseFirst();
  expect(screen.queryByText(/assign/i)).not.toBeInTheDocument();
});

it('leaves out a member who does not see the form', async () => {
  const elsewhere = member(ada, 'ada@example.com', { allForms: false, formIds: ['another'] });
  await show(['Grace'], {
    answers: { '/api/v1/workspaces/w-1/members': { members: [me, elsewhere], invitations: [] } },
  });
  const details = await openFirst();
  const options = within(await details.findByLabelText('Assigned to')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Nobody', 'me@example.com (you)']);
});

it('assigns the open submission, and marks its row', async () => {
  const { rows, requestsTo } = await show(['Grace'], { answers: colleagues });
  const details = await openFirst();
  await userEvent.selectOptions(await details.findByLabelText('Assigned to'), 'ada@example.com');
  expect(await screen.findByText('Assigned to ada@example.com')).toBeInTheDocument();
  expect(details.getByLabelText('Assigned to')).toHaveValue(ada);
  expect(requestsTo('/update').at(-1)?.body).toEqual({ ids: [rows[0]?.id], set: { assigneeId: ada } });
  await userEvent.selectOptions(details.getByLabelText('Assigned to'), 'Nobody');
  expect(requestsTo('/update').at(-1)?.body).toEqual({ ids: [rows[0]?.id], set: { assigneeId: null } });
  expect(screen.queryByText('Assigned to ada@example.com')).not.toBeInTheDocument();
});

it('assigns selected submissions', async () => {
  const { rows, requestsTo } = await show(['Grace', 'Edsger'], { answers: colleagues });
  await chooseFirst();
  await userEvent.click(await screen.findByRole('button', { name: 'Assign' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign to' }));
  await userEvent.click(dialog.getByRole('button', { name: 'ada@example.com' }));
  expect(await screen.findByText('1 submission assigned')).toBeVisible();
  expect(requestsTo('/update').at(-1)?.body).toEqual({ ids: [rows[0]?.id], set: { assigneeId: ada } });
});

it('lists what is assigned to me', async () => {
  const mine = buildSubmission({ data: { name: 'Mine' }, assigneeId: 'p-1' });
  await show(['Grace'], { answers: { ...colleagues, [`${calls}/submissions?assignee=me&limit=200`]: pageOf([mine]) } });
  await userEvent.click(await screen.findByRole('button', { name: 'Assigned to me' }));
  await waitFor(() => expect(shownRows()).toEqual(['Mine']));
  expect(screen.getByRole('button', { name: 'Assigned to me' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('Assigned to you')).toBeInTheDocument();
});

it('completes a mention with the keys, and leaves the details open at Escape', async () => {
  const { rows, requestsTo } = await show(['Grace'], {
    answers: colleagues,
  });
  const details = await openFirst();
  const note = details.getByLabelText('Note');
  await waitFor(() => expect(note).toHaveAttribute('placeholder', 'Private note; @ mentions a member'));
  await userEvent.type(note, 'Please, @');
  const list = await details.findByRole('listbox', { name: 'Members' });
  const selected = () => within(list).getByRole('option', { selected: true });
  expect(selected()).toHaveTextContent('me@example.com');
  await userEvent.keyboard('{ArrowDown}');
  expect(selected()).toHaveTextContent('ada@example.com');
  expect(note).toHaveAttribute('aria-activedescendant', selected().id);
  await userEvent.keyboard('{ArrowDown}{Escape}');
  expect(details.queryByRole('listbox')).not.toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'Submission Details' })).toBeVisible();
  await userEvent.keyboard('ad{Enter}');
  expect(note).toHaveValue('Please, @ada@example.com ');
  expect(note).toHaveFocus();
  await act(() => (note as HTMLElement).blur());
  const saved = requestsTo(`/submissions/${rows[0]?.id}`).map(({ body }) => body);
  expect(saved).toEqual([{ note: 'Please, @ada@example.com' }]);
});

it('lets a viewer write a note, and only shows the assignee', async () => {
  const { requestsTo } = await show(['Grace'], { answers: colleagues, role: 'viewer' });
  const details = await openFirst();
  expect(await details.findByText('Assigned to nobody')).toBeVisible();
  expect(details.queryByRole('combobox')).not.toBeInTheDocument();
  expect(details.queryByLabelText('Add a tag')).not.toBeInTheDocument();
  expect(details.getByLabelText('Note')).toBeVisible();
  expect(requestsTo('/update')).toEqual([]);
});
