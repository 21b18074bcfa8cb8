import type { FieldRule } from '@inlet/contracts/field-rule';
import type { FormPage } from '@inlet/contracts/form-page';
import type { SavedRules } from '@inlet/contracts/saved-rules';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import type { FormOfPage } from '#routes/form/form-frame.tsx';
import { HostedPagePage } from '#routes/form/hosted-page-page.tsx';

const form = buildForm();
const call = `/api/v1/forms/${form.id}/rules`;
const fields: FieldRule[] = ['a', 'b', 'c'].map((name) => ({ name, type: 'text' }));

it('moves fields one after another, and shows the saved ones if somebody else has changed them', async () => {
  let saved: SavedRules = { mode: 'off', unknown: 'keep', fields, version: 4 };
  const app = await show({
    [call]: ({ body }: { body: unknown }) => {
      if (body === null) return saved;
      const { version, ...rules } = body as SavedRules;
      if (version !== saved.version) return Response.json({ error: 'Changed', code: 'rules_changed' }, { status: 409 });
      saved = { ...rules, version: version + 1 };
      return saved;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Move a down' }));
  await userEvent.click(screen.getByRole('button', { name: 'Move a down' }));
  expect(titles()).toEqual(['b', 'c', 'a']);
  await waitFor(() =>
    expect(saved).toMatchObject({ version: 6, fields: [{ name: 'b' }, { name: 'c' }, { name: 'a' }] }),
  );
  saved = { ...saved, fields: [...saved.fields, { name: 'new', type: 'text' }], version: 7 };
  await userEvent.click(screen.getByRole('button', { name: 'Move b down' }));
  expect(await screen.findByText('Changed')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(['b', 'c', 'a', 'new']));
  expect(app.sent(call).filter((body) => body !== null)).toMatchObject([
    { version: 4 },
    { version: 5 },
    { version: 6 },
  ]);
});

const titles = () =>
  within(screen.getByRole('list', { name: 'Fields' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('[dir=auto]')?.textContent);

async function show(answers: object) {
  const page: FormPage = {
    ...{ enabled: false, title: null, introduction: null, button: null, thanks: null, accent: null },
    url: `https://inlet.example/s/${form.endpointId}`,
  };
  return renderApp({
    path: `/forms/${form.id}/page`,
    element: <Outlet context={{ form, total: 1, isNew: false } satisfies FormOfPage} />,
    inside: <HostedPagePage />,
    user: { ...buildUser(subscribed), role: 'editor' },
    answers: {
      [`/api/v1/forms/${form.id}/page`]: page,
      [`/api/v1/forms/${form.id}/spam`]: { captcha: null },
      ...answers,
    },
  });
}
