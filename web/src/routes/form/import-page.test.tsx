import type { ImportAnswer, SubmissionImport } from '@inlet/contracts/imports';
import type { User } from '@inlet/contracts/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { fileOf } from '#features/imports/file.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import type { FormOfPage } from '#routes/form/form-frame.tsx';
import { ImportPage } from '#routes/form/import-page.tsx';

const form = buildForm();
const at = `/api/v1/forms/${form.id}`;
const importId = '01934f6e-5a7c-4000-8000-000000000009';
const checkCall = `${at}/import?importId=${importId}&dryRun=true`;
const importCall = `${at}/import?importId=${importId}&dryRun=false`;
const csv = 'Timestamp,Name,Comment\n03/04/2025 10:00:00,Ada,Hello\n03/05/2025 10:00:00,Lin,Hi\nsoon,Eve,Late\n';
const full = refusal(403, 'import_limit_reached', 'Your plan keeps up to 10 imported submissions.');

beforeEach(() => void vi.spyOn(crypto, 'randomUUID').mockReturnValue(importId));
afterEach(() => vi.restoreAllMocks());

it('maps the columns of a file, checks it, imports it and takes it back', async () => {
  const { sent } = await open({ imported: 2 });
  await choose(csv);
  expect(
    await screen.findByText(/^export.csv, \d+ bytes, 3 columns\. It looks like an export of Google Forms\.$/),
  ).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Columns' })).toHaveFocus();

  await userEvent.selectOptions(column('Timestamp').getByLabelText('Becomes'), 'Date');
  expect(screen.getByText(/^1 of the first 3 rows has no date in “Timestamp”/)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'Day, then month');
  await userEvent.selectOptions(screen.getByLabelText('Time zone of the file'), 'UTC');
  await userEvent.selectOptions(column('Comment').getByLabelText('Becomes'), 'Left out');
  await userEvent.type(column('Name').getByLabelText('Name of the field'), 'visitor');

  await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByRole('heading', { name: 'What would happen' })).toHaveFocus();
  expect(screen.getByText('Line 4').parentElement).toHaveTextContent('The column "Timestamp" holds no date');
  const lines = String(sent(checkCall)[0]).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { data: { visitor: 'Ada' }, createdAt: '2025-04-03T10:00:00.000Z' },
    { data: { visitor: 'Lin' }, createdAt: '2025-05-03T10:00:00.000Z' },
  ]);
  expect(sent(importCall)).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Import 2 submissions' }));
  expect(await screen.findByRole('heading', { name: 'Imported' })).toHaveFocus();
  expect(sent(importCall)).toEqual(sent(checkCall));
  expect(screen.getByRole('link', { name: 'Open the inbox' })).toHaveAttribute('href', `/forms/${form.id}`);

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 imported submissions?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, undo the import' }));
  expect(await screen.findByText('The import was undone. 1 submission is still being deleted.')).toBeVisible();
  expect(sent(`${at}/imports/${importId}`)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

it('offers no import of what is stored already', async () => {
  await open({ imported: 0, known: 2 });
  await choose(csv);
  await check();
  expect(screen.queryByRole('button', { name: /^Import \d/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByLabelText('Choose a file')).toBeInTheDocument();
});

it('offers no import that the plan does not keep', async () => {
  await open({ imported: 12, room: 10 });
  await choose(csv);
  await check();
  expect(screen.getByText(/there is room for 10 more imported submissions/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Import \d/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Upgrade Plan' })).toBeVisible();
});

it('says why an import broke off, and continues it', async () => {
  const { answer, sent } = await open({ imported: 2 });
  answer(importCall, full);
  await choose(csv);
  await check();
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 submissions' }));
  expect(await screen.findByText(/^Your plan keeps up to 10/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Upgrade Plan' })).toBeVisible();
  answer(importCall, answerOf({ imported: 2 }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(sent(importCall)).toHaveLength(2);
});

it('goes back to the columns when a check is stopped, and keeps the choices', async () => {
  const { answer } = await open({});
  const { promise, resolve } = Promise.withResolvers<ImportAnswer>();
  answer(checkCall, () => promise);
  await choose(csv.replace('soon', '03/06/2025'));
  await userEvent.selectOptions(await screen.findByLabelText('Order'), 'Day, then month');
  await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  resolve(answerOf({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the columns' }));
  expect(screen.getByLabelText('Order')).toHaveDisplayValue('Day, then month');
});

it('says what is wrong with a file', async () => {
  await open({});
  await choose('');
  expect(await screen.findByText('The file is empty')).toBeVisible();
  expect(screen.getByLabelText('Choose a file')).toHaveAccessibleDescription(/The file is empty/);
});

it('lists earlier imports, and takes one back', async () => {
  const one: SubmissionImport = {
    ...{ id: importId, createdAt: '2026-11-20T14:05:09.000Z', personId: null, email: 'ada@example.com' },
    ...{ imported: 1_200, left: 1_100, state: 'stored' },
  };
  const { answer } = await open(
    {},
    { imports: [one, { ...one, id: 'some', left: 1 }, { ...one, id: 'other', state: 'undone', left: 0 }] },
  );
  const list = await screen.findByRole('list', { name: 'Earlier imports' });
  expect(list).toHaveTextContent(/1,200 submissions by ada@example.com. 1,100 are left.*\. 1 is left.*Undone/);
  answer(`${at}/imports`, { imports: [{ ...one, state: 'undoing', left: 500 }] });
  const [undo] = within(list).getAllByRole('button', { name: 'Undo' });
  if (undo) await userEvent.click(undo);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, undo the import' }));
  await waitFor(() => expect(list).toHaveTextContent(/Being undone, 500 left/));
});

it('is not for somebody who only reads', async () => {
  await open({}, {}, { role: 'viewer' });
  expect(await screen.findByText(/This page takes the role editor/)).toBeVisible();
  expect(screen.queryByLabelText('Choose a file')).not.toBeInTheDocument();
});

const column = (name: string) => within(screen.getByRole('listitem', { name }));

async function choose(text: string) {
  await userEvent.upload(await screen.findByLabelText('Choose a file'), fileOf(text));
}

async function check() {
  await userEvent.click(await screen.findByRole('button', { name: 'Check the file' }));
  await screen.findByRole('heading', { name: 'What would happen' });
}

function answerOf(part: Partial<ImportAnswer>): ImportAnswer {
  return { importId, imported: 0, known: 0, refused: [], room: 1_000, ...part };
}

function open(part: Partial<ImportAnswer>, { imports = [] as SubmissionImport[] } = {}, user: Partial<User> = {}) {
  const answer = answerOf(part);
  return renderApp({
    path: `/forms/${form.id}/import`,
    element: <Outlet context={{ form, total: 1, isNew: false } satisfies FormOfPage} />,
    inside: <ImportPage />,
    user: buildUser({ ...subscribed, ...user }),
    answers: {
      [checkCall]: answer,
      [importCall]: answer,
      [`${at}/imports`]: { imports },
      [`${at}/imports/${importId}`]: { count: 1, pending: 1 },
    },
  });
}
