import type { Rules } from '@inlet/contracts/rules';
import type { SavedRules } from '@inlet/contracts/saved-rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import type { FormOfPage } from '#routes/form/form-frame.tsx';
import { RulesPage } from '#routes/form/rules-page.tsx';

const form = buildForm();
const call = `/api/v1/forms/${form.id}/rules`;
const none: Rules = { mode: 'off', unknown: 'keep', fields: [] };
const some: Rules = {
  mode: 'warn',
  unknown: 'keep',
  fields: [
    { name: 'mail', type: 'email', label: 'Email', required: true },
    { name: 'size', type: 'choice', options: ['S', 'M'] },
    { name: 'note', type: 'text', maxLength: 200 },
  ],
};

it('makes the first rules of a form', async () => {
  const app = await show(none);
  await userEvent.click(await screen.findByRole('button', { name: 'Add field' }));
  const name = screen.getByLabelText('Field name');
  await waitFor(() => expect(name).toHaveFocus());
  await userEvent.type(name, 'guests');
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Number');
  await userEvent.type(screen.getByLabelText('Largest'), '9');
  await userEvent.click(screen.getByRole('switch', { name: 'Required' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Enforce' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  const saved = {
    mode: 'enforce',
    unknown: 'keep',
    fields: [{ name: 'guests', type: 'number', required: true, max: 9 }],
  };
  expect(app.sent(call).at(-1)).toEqual({ ...saved, version: 1 });
  expect(screen.getByLabelText('Field name')).toHaveValue('guests');
  expect(screen.getByRole('link', { name: `${form.endpointUrl}/schema` })).toBeVisible();
});

it('shows faults at their fields, and sends nothing before they are cured', async () => {
  const app = await show(some);
  await open('note');
  const pattern = screen.getByLabelText('Pattern');
  await userEvent.type(pattern, '(a');
  await open('note');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.getByLabelText('Pattern')).toHaveFocus());
  expect(screen.getByLabelText('Pattern')).toHaveAccessibleDescription(/opens a group that it does not close$/);
  expect(app.sent(call)).toEqual([null]);
  await userEvent.type(screen.getByLabelText('Pattern'), ')');
  expect(screen.getByLabelText('Pattern')).not.toHaveAttribute('aria-invalid');
});

it('shows the faults that only the service found', async () => {
  const app = await show(some);
  const issues = [{ field: 'fields[1].options', message: 'Too many for today' }];
  app.answer(call, Response.json({ error: 'Not valid', code: 'invalid_input', issues }, { status: 422 }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Enforce' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Too many for today')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Options')).toHaveFocus());
});

it.each([
  ['Load the saved rules', ['Their own'], null],
  ['Save mine', ['Email', 'size', 'note'], { ...some, mode: 'enforce' }],
])('overwrites nobody who saved in between, unless it is told to: %s', async (choice, shown, sent) => {
  const app = await show(some);
  await userEvent.click(await screen.findByRole('radio', { name: 'Enforce' }));
  const theirs = { ...some, fields: [{ name: 'own', type: 'text', label: 'Their own' }], version: 2 };
  app.answer(call, ({ body }: { body: unknown }) => {
    if (body === null) return theirs;
    const { version, ...rules } = body as SavedRules;
    return version === 1
      ? Response.json({ error: 'x', code: 'rules_changed' }, { status: 409 })
      : { ...rules, version: 3 };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else saved these rules after you opened them.');
  expect(app.sent(call).at(-1)).toMatchObject({ version: 1 });
  await userEvent.click(screen.getByRole('button', { name: choice }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(titles()).toEqual(shown);
  expect(app.sent(call).at(-1)).toEqual(sent);
  if (sent !== null) return;
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(titles()).toEqual(['Email', 'size', 'note']);
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(app.sent(call).at(-1)).toEqual({ ...some, mode: 'enforce', version: 2 });
});

it('moves a field by keys and by dragging, and says where it is', async () => {
  await show(some);
  const first = await row('Email');
  first.focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(titles()).toEqual(['size', 'Email', 'note']);
  expect(screen.getByText('Email is number 2 of 3 now.')).toBeInTheDocument();
  expect(await row('Email')).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Move Email down' }));
  expect(titles()).toEqual(['size', 'note', 'Email']);
  const dragged = (await row('Email')).parentElement as HTMLElement;
  fireEvent.dragStart(dragged, { dataTransfer: {} });
  fireEvent.drop((await row('size')).closest('li') as HTMLElement);
  expect(titles()).toEqual(['Email', 'size', 'note']);
  expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
});

it('takes a removal back without what was changed after it', async () => {
  await show(some);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Email' }));
  expect(titles()).toEqual(['size', 'note']);
  expect(screen.getByRole('button', { name: 'Add field' })).toHaveFocus();
  await open('note');
  await userEvent.type(screen.getByLabelText('Label'), 'Your note');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(titles()).toEqual(['Email', 'size', 'Your note']);
});

it('adds what is suggested to the rules that are there', async () => {
  const app = await show(some);
  app.answer(`${call}/suggest`, {
    ...none,
    mode: 'warn',
    fields: [
      { name: 'mail', type: 'text' },
      { name: 'day', type: 'date' },
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'From the last 200 submissions' }));
  expect(await screen.findByText('1 field added')).toBeVisible();
  expect(titles()).toEqual(['Email', 'size', 'note', 'day']);
  expect(app.sent(`${call}/suggest`)).toEqual([{}]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(titles()).toEqual(['Email', 'size', 'note']);
  await userEvent.click(screen.getByText('From the HTML of your form'));
  fireEvent.change(screen.getByLabelText('HTML'), { target: { value: '<input name=day type=date>' } });
  await userEvent.click(screen.getByRole('button', { name: 'Read the HTML' }));
  await waitFor(() => expect(titles()).toHaveLength(4));
  expect(app.sent(`${call}/suggest`).at(-1)).toEqual({ html: '<input name=day type=date>' });
});

it('tries the rules on a pasted submission, and on those that arrived', async () => {
  const app = await show(some);
  const errors = [{ field: 'mail', code: 'TYPE_EMAIL', message: 'Email is no email address.' }];
  app.answer(`${call}/try`, { errors, refused: 12, of: 200 });
  const text = await screen.findByLabelText('A submission as JSON');
  const start = screen.getByRole('button', { name: 'Try the rules' });
  fireEvent.change(text, { target: { value: '[1]' } });
  await userEvent.click(start);
  expect(text).toHaveAccessibleDescription(/It must be an object/);
  fireEvent.change(text, { target: { value: '{"mail": "ada", "more": 1}' } });
  await userEvent.click(start);
  const verdict = await screen.findByRole('list', { name: 'Verdict for each field' });
  expect(
    within(verdict)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['EmailEmail is no email address.', 'size is good', 'note is good', 'more is good']);
  expect(screen.getByText('12 of the last 200 submissions would have been refused.')).toBeVisible();
  expect(app.sent(`${call}/try`)).toEqual([{ rules: some, fields: { mail: 'ada', more: 1 } }]);
  await userEvent.click(screen.getByRole('radio', { name: 'Refuse' }));
  expect(screen.queryByRole('list', { name: 'Verdict for each field' })).not.toBeInTheDocument();
});

it('reads rules from JSON, and names the places of their faults', async () => {
  await show(some);
  await userEvent.click(await screen.findByRole('button', { name: 'Paste or upload' }));
  const text = await screen.findByLabelText('JSON');
  const use = screen.getByRole('button', { name: 'Use these rules' });
  fireEvent.change(text, { target: { value: '{"mode": "warn", "fields": [{"name": "a", "type": "txt"}]}' } });
  await userEvent.click(use);
  expect(await screen.findByRole('alert')).toHaveTextContent('fields[0].type A type is one of text, email');
  const file = new File([JSON.stringify({ ...some, version: 7, fields: [{ name: 'a', type: 'date' }] })], 'rules.json');
  await userEvent.upload(screen.getByLabelText('Upload'), file);
  await waitFor(() => expect((text as HTMLTextAreaElement).value).toContain('"date"'));
  await userEvent.click(use);
  await waitFor(() => expect(titles()).toEqual(['a']));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(titles()).toEqual(['Email', 'size', 'note']);
});

it('says that a form without files asks nobody for one', async () => {
  const cv: Rules = { ...some, fields: [{ name: 'cv', type: 'file', required: true }] };
  const { unmount } = await show(cv);
  await row('cv');
  expect(screen.queryByText(/accepts no files/)).not.toBeInTheDocument();
  unmount();
  await show(cv, 'editor', { ...form, takesFiles: false });
  expect(await screen.findByText(/accepts no files, so nobody is asked for one/)).toBeVisible();
});

it('lets a viewer read and try the rules', async () => {
  await show(some, 'viewer');
  const list = await screen.findByRole('list', { name: 'Fields with a rule' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['EmailEmail address, required', 'sizeChoice, 2 options', 'noteText, up to 200 characters']);
  expect(screen.getByRole('button', { name: 'Try the rules' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
});

async function show(rules: Rules, role: 'editor' | 'viewer' = 'editor', shown = form) {
  let saved = { ...rules, version: 1 };
  return renderApp({
    path: `/forms/${form.id}/rules`,
    element: <Outlet context={{ form: shown, total: 1, isNew: false } satisfies FormOfPage} />,
    inside: <RulesPage />,
    user: { ...buildUser(subscribed), role },
    answers: {
      [call]: ({ body }: { body: unknown }) => {
        if (body !== null) saved = { ...(body as Rules), version: saved.version + 1 };
        return saved;
      },
    },
  });
}

const rows = () => within(screen.getByRole('list', { name: 'Fields with a rule' })).getAllByRole('listitem');
const titles = () => rows().map((item) => item.querySelector('bdi')?.textContent);
const row = (title: string) => screen.findByRole('button', { name: new RegExp(`^${title}`) });
const open = async (title: string) => userEvent.click(await row(title));
