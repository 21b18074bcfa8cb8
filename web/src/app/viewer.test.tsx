import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { NewFormPage } from '#routes/app/new-form-page.tsx';
import { FormTabs } from '#routes/form/form-tabs.tsx';
import { FormSettingsPage } from '#routes/form-settings/form-settings-page.tsx';
import { NewIntegrationPage } from '#routes/integrations/new-integration-page.tsx';

const viewer = buildUser({ ...subscribed, role: 'viewer' });

it.each([
  ['a new form', '/forms/new', <NewFormPage key="page" />],
  ['the settings of a form', '/forms/1/settings', <FormSettingsPage key="page" />],
  ['a new integration', '/forms/1/integrations/new', <NewIntegrationPage key="page" />],
])('a viewer who opens %s is told which role it takes', async (_, path, element) => {
  const { requests } = await renderApp({ path, element, user: viewer });
  expect(screen.getByText(/^Your role in .* is viewer. This page takes the role editor.$/)).toBeVisible();
  expect(requests.map((request) => request.path)).toEqual(['/api/auth/refresh']);
});

it.each([
  ['viewer', false],
  ['editor', true],
] as const)('the tab of the integrations, for the role %s', async (role, isShown) => {
  await renderApp({ path: '/forms/1', element: <FormTabs formId="1" />, user: { ...viewer, role } });
  expect(screen.queryByRole('link', { name: 'Integrations' }) !== null).toBe(isShown);
  expect(screen.getByRole('link', { name: 'Analytics' })).toBeVisible();
});
