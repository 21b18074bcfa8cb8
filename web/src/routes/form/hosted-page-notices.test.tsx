import type { Form } from '@inlet/contracts/forms';
import type { SpamSettings } from '@inlet/contracts/spam';
import { screen, within } from '@testing-library/react';
import { Outlet } from 'react-router-dom';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import type { FormOfPage } from '#routes/form/form-frame.tsx';
import { HostedPagePage } from '#routes/form/hosted-page-page.tsx';

const words = /asks for a captcha.*submissions arrive in Spam/;

it('says where submissions go if the form asks for a captcha, and that an inactive form has no page', async () => {
  await open({ isActive: false }, 'turnstile');
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole('switch', { name: 'The page is on' })).toHaveAccessibleDescription(
    /nobody can open the page/,
  );
});

it('names the types of its fields as the tab Rules does, and says nothing of a captcha that nobody asks for', async () => {
  const app = await open({}, null);
  expect(within(await screen.findByRole('list', { name: 'Fields' })).getByText('Link')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Rules' })).toHaveAttribute('href', expect.stringMatching(/\/rules$/));
  expect(await screen.findByText(/^1 view in the last 30 days/)).toBeVisible();
  expect(app.requests.some(({ path }) => path.endsWith('/spam'))).toBe(true);
  expect(screen.queryByText(words)).not.toBeInTheDocument();
});

async function open(overrides: Partial<Form>, captcha: SpamSettings['captcha']) {
  const form = buildForm(overrides);
  const page: FormOfPage = { form, total: 0, isNew: false };
  const texts = { title: null, introduction: null, button: null, thanks: null, accent: null };
  const at = `/api/v1/forms/${form.id}`;
  return renderApp({
    path: `/forms/${form.id}/page`,
    element: <Outlet context={page} />,
    inside: <HostedPagePage />,
    user: buildUser(subscribed),
    answers: {
      [`${at}/page`]: { enabled: true, ...texts, url: `https://inlet.example/s/${form.endpointId}` },
      [`${at}/page/views`]: { total: 1, days: [] },
      [`${at}/rules`]: { version: 1, mode: 'off', unknown: 'keep', fields: [{ name: 'site', type: 'url' }] },
      [`${at}/spam`]: { captcha },
    },
  });
}
