import type { AfterSending } from '@inlet/contracts/after-sending';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { AfterSendingPage } from '#routes/form-settings/after-sending-page.tsx';

it('shows what is stored, and saves what is typed', async () => {
  const { sent, answer } = await open({ message: 'Thanks!', color: '#ffe600' });
  expect(await screen.findByLabelText('Thank-you text')).toHaveValue('Thanks!');
  expect(screen.getByLabelText('Pick a color')).toHaveValue('#ffe600');
  await userEvent.clear(screen.getByLabelText('Thank-you text'));
  await userEvent.type(screen.getByLabelText('Name'), ' Ada ');
  const change = { message: null, redirect: null, name: 'Ada', logo: null, color: '#ffe600' };
  answer(path, build(change));
  await save();
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent(path).at(-1)).toEqual({ afterSending: change });
  expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
});

it('saves the language alone with what was not edited, and shows the pages in it', async () => {
  const { sent, answer, shown } = await open();
  const choice = await screen.findByLabelText('Language of visitors’ pages');
  expect(choice).toHaveValue('');
  await screen.findByTitle('Error page');
  await userEvent.selectOptions(choice, 'Polski');
  expect(shown('Dziękujemy')).toContain('<html lang="pl">');
  expect(shown('Proszę spróbować ponownie')).toContain('Wróć do formularza');
  answer(path, { ...build({}), language: 'pl' });
  await save();
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent(path).at(-1)).toEqual({ afterSending: none, language: 'pl' });
  await userEvent.selectOptions(choice, 'Each visitor’s own language');
  expect(shown('Thank you')).toContain('<html lang="en">');
});

it('says beside its field what is wrong, and sends nothing', async () => {
  const { sent } = await open();
  await userEvent.type(await screen.findByLabelText('Redirect address'), '/thanks');
  await userEvent.type(screen.getByLabelText('Logo'), 'http://a.example/logo.png');
  await userEvent.type(screen.getByLabelText('Color'), 'red');
  await save();
  expect(screen.getByLabelText('Redirect address')).toHaveFocus();
  expect(screen.getByLabelText('Redirect address')).toHaveAccessibleDescription(/must start with https:\/\/ or http/);
  expect(screen.getByLabelText('Logo')).toHaveAccessibleDescription(/must be an https:\/\/ address/);
  expect(screen.getByLabelText('Color')).toHaveAccessibleDescription(/written as #0b6670/);
  expect(sent(path)).toEqual([null]);
});

it('shows a refusal beside its field', async () => {
  const { answer } = await open();
  await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
  const issues = [{ field: 'afterSending.name', message: 'Name is taken' }];
  answer(path, Response.json({ error: 'Invalid input', code: 'invalid_input', issues }, { status: 422 }));
  await save();
  expect(await screen.findByText('Name is taken')).toBeVisible();
  answer(path, refusal(500, 'server_error', 'Server error'));
  await save();
  expect(await screen.findByRole('alert')).toBeVisible();
});

it('gives both previews the page of a visitor with each key, without what is not valid yet', async () => {
  const { shown } = await open({ color: '#ffe600' });
  await screen.findByTitle('Error page');
  await userEvent.type(screen.getByLabelText('Name'), '<i>');
  await userEvent.type(screen.getByLabelText('Logo'), 'https://a;b/x.png');
  const [thanks = '', refused = ''] = [shown('Thank you'), shown('Please try again')];
  for (const page of [thanks, refused]) {
    expect(page).toContain('<p class="owner"><span>&lt;i&gt;</span></p>');
    expect(page).toContain('--accent: #ffe600; --on-accent: #000000;');
    expect(page).not.toContain('<img');
  }
  expect(thanks).toContain('Form submitted successfully');
  await userEvent.clear(screen.getByLabelText('Logo'));
  await userEvent.type(screen.getByLabelText('Logo'), 'https://a.example/x.png');
  expect(shown('Thank you')).toContain('<img src="https://a.example/x.png" alt="">');
  expect(screen.queryByText(/while there is a redirect/)).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Redirect address'), 'https://a.example/');
  expect(screen.getByText(/while there is a redirect/)).toBeVisible();
});

const form = buildForm();
const path = `/api/v1/forms/${form.id}`;
const none = { message: null, redirect: null, name: null, logo: null, color: null };
const build = (chosen: Partial<AfterSending>) => ({ ...form, afterSending: { ...none, ...chosen } });

async function open(chosen: Partial<AfterSending> = {}) {
  const pages: string[] = [];
  const inside = { postMessage: (page: string) => pages.push(page) } as unknown as Window;
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(inside);
  const app = await renderApp({
    user: buildUser(subscribed),
    path: `/forms/${form.id}/settings/after-sending`,
    pattern: '/forms/:id/settings/after-sending',
    element: <AfterSendingPage />,
    answers: { [path]: build(chosen) },
  });
  /** The newest page with a heading that the preview received. */
  return { ...app, shown: (heading: string) => pages.findLast((page) => page.includes(`<h1>${heading}</h1>`)) };
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
