import type { AuditEvent } from '@inlet/contracts/audit';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { ActivityPage } from '#routes/settings/activity-page.tsx';

const user = buildUser({ ...subscribed, role: 'admin' });
const call = `/api/v1/workspaces/${user.id}/audit`;
const bo = 'bo@example.com';

it('names the author of each event, and follows a filter by author and by action', async () => {
  const { address } = await open({
    [`${call}?actor=${encodeURIComponent(bo)}&limit=50`]: pageOf(eventOf('form.created', bo)),
    [`${call}?actor=${encodeURIComponent(bo)}&action=form.deleted&limit=50`]: pageOf(),
  });
  expect(await rows()).toEqual(['Signed in by ada@example.com', `Created the form by ${bo}`]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Author' }), bo);
  await waitFor(async () => expect(await rows()).toEqual([`Created the form by ${bo}`]));
  expect(address()).toBe(`/settings/activity?actor=${encodeURIComponent(bo)}`);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'form.deleted');
  expect(await screen.findByRole('heading', { name: 'No events found' })).toBeVisible();
});

it('offers the members, the keys and Inlet as authors', async () => {
  await open();
  const author = screen.getByRole('combobox', { name: 'Author' });
  await within(author).findByRole('option', { name: bo });
  const options = within(author).getAllByRole('option');
  expect(options.map((option) => [option.textContent, (option as HTMLOptionElement).value])).toEqual([
    ['Everybody', ''],
    ['ada@example.com', 'ada@example.com'],
    [bo, bo],
    ['API key “Deploy”', 'key: Deploy'],
    ['Inlet', 'system'],
  ]);
});

it('somebody who works alone is not named in each row', async () => {
  await open({ [`/api/v1/workspaces/${user.id}/members`]: membersOf('ada@example.com') });
  await waitFor(async () => expect((await rows())[0]).toBe('Signed in'));
});

it('an address that was sent along shows its events, also those of a former member', async () => {
  const gone = 'gone@example.com';
  const query = `actor=${encodeURIComponent(gone)}&action=form.created`;
  await open({ [`${call}?${query}&limit=50`]: pageOf(eventOf('form.created', gone)) }, `?${query}`);
  expect(await rows()).toEqual([`Created the form by ${gone}`]);
  expect(screen.getByRole('combobox', { name: 'Author' })).toHaveValue(gone);
  expect(screen.getByRole('combobox', { name: 'Action' })).toHaveValue('form.created');
});

it('saves the chosen events as lines', async () => {
  const lines = `${JSON.stringify(eventOf('form.created', bo))}\n`;
  const saved: { name: string; blob: Blob }[] = [];
  let made: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob as Blob;
    return 'blob:made';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (made) saved.push({ name: this.download, blob: made });
  });
  await open(
    {
      [`${call}?action=form.created&limit=50`]: pageOf(eventOf('form.created', bo)),
      [`${call}?action=form.created&format=ndjson`]: () =>
        new Response(lines, { headers: { 'content-disposition': 'attachment; filename="studio-activity.ndjson"' } }),
    },
    '?action=form.created',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Download NDJSON' }));
  expect(await screen.findByText(/^studio-activity.ndjson is complete/)).toBeVisible();
  expect(saved.map(({ name }) => name)).toEqual(['studio-activity.ndjson']);
  expect(await saved[0]?.blob.text()).toBe(lines);
});

it('says when the file could not be made', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Download NDJSON' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The export was not completed\./);
});

function open(answers: Record<string, unknown> = {}, query = '') {
  const signedIn = eventOf('account.signed_in', 'ada@example.com');
  return renderApp({
    path: `/settings/activity${query}`,
    element: <ActivityPage />,
    user,
    answers: {
      [`${call}?limit=50`]: pageOf(signedIn, eventOf('form.created', bo)),
      [`/api/v1/workspaces/${user.id}/members`]: membersOf('ada@example.com', bo),
      '/api/v1/me/api-keys': { apiKeys: [{ name: 'Deploy' }] },
      ...answers,
    },
  });
}

async function rows(): Promise<(string | null)[]> {
  const list = await screen.findByRole('list', { name: 'Activity' });
  return within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent ?? null);
}

let made = 0;
function eventOf(action: string, actorEmail: string): AuditEvent {
  made += 1;
  return {
    id: `01934f6e-5a7c-7000-8000-${String(made).padStart(12, '0')}`,
    action,
    actor: 'session',
    personId: user.personId,
    actorEmail,
    address: null,
    userAgent: null,
    details: {},
    createdAt: '2026-11-20T14:05:09.000Z',
  };
}

function pageOf(...events: readonly AuditEvent[]) {
  return { events, nextCursor: null };
}

function membersOf(...emails: readonly string[]) {
  return { members: emails.map((email) => ({ id: email, email })), invitations: [] };
}
