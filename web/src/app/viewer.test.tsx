import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { PlanBadge } from '#features/billing/components/plan-badge.tsx';
import { NeedsALook } from '#features/dashboard/components/needs-a-look.tsx';
import { FirstSteps } from '#features/forms/components/first-steps.tsx';
import { FormCard } from '#features/forms/components/form-card.tsx';
import { NoForms } from '#features/forms/components/no-forms.tsx';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { buildPerson, noCounts } from '#features/privacy/person.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { CommandMenu } from '#routes/app/commands/command-menu.tsx';
import { NewFormPage } from '#routes/app/new-form-page.tsx';
import type { FormOfPage } from '#routes/form/form-frame.tsx';
import { FormTabs } from '#routes/form/form-tabs.tsx';
import { RefusedPage } from '#routes/form/refused-page.tsx';
import { SetupPage } from '#routes/form/setup-page.tsx';
import { FormSettingsPage } from '#routes/form-settings/form-settings-page.tsx';
import { NewIntegrationPage } from '#routes/integrations/new-integration-page.tsx';
import { ErasurePage } from '#routes/settings/erasure-page.tsx';
import { PrivacySettingsPage } from '#routes/settings/privacy-settings-page.tsx';

const viewer = buildUser({ ...subscribed, role: 'viewer' });
const form = buildForm({ name: 'Contact' });
const page = <Outlet context={{ form, total: 0, isNew: true } satisfies FormOfPage} />;

it.each([
  ['a new form', '/forms/new', <NewFormPage key="page" />],
  ['the settings of a form', '/forms/1/settings', <FormSettingsPage key="page" />],
  ['a new integration', '/forms/1/integrations/new', <NewIntegrationPage key="page" />],
])('a viewer who opens %s is told which role it takes', async (_, path, element) => {
  const { requests } = await renderApp({ path, element, user: viewer });
  expect(screen.getByText(/^Your role in .* is viewer. This page takes the role editor.$/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Not for your role');
  expect(requests.map((request) => request.path)).toEqual(['/api/auth/refresh']);
});

it.each([
  ['viewer', false],
  ['editor', true],
] as const)('the tabs of integrations and set-up, for the role %s', async (role, isShown) => {
  await renderApp({ path: '/forms/1', element: <FormTabs formId="1" isNew />, user: { ...viewer, role } });
  expect(screen.queryByRole('link', { name: 'Integrations' }) !== null).toBe(isShown);
  expect(screen.queryByRole('link', { name: 'Setup' }) !== null).toBe(isShown);
  const current = screen.getByRole('link', { name: isShown ? 'Setup' : 'Inbox' });
  expect(current).toHaveAttribute('aria-current', 'page');
});

it('a viewer who opens the set-up of a form is told which role it takes', async () => {
  await renderApp({ path: '/forms/1/setup', element: page, inside: <SetupPage />, user: viewer });
  expect(screen.getByText(/This page takes the role editor.$/)).toBeVisible();
});

it('an editor who opens an erasure is told which role it takes', async () => {
  const user = { ...viewer, role: 'editor' as const };
  await renderApp({ path: '/settings/privacy/erasures/1', element: <ErasurePage />, user });
  expect(screen.getByText(/^Your role in .* is editor. This page takes the role admin.$/)).toBeVisible();
});

it.each([
  ['editor', ['Download']],
  ['admin', ['Download', 'Erase']],
] as const)('what is found about a person, for the role %s', async (role, buttons) => {
  const people = '/api/v1/people?email=ada%40example.com';
  const person = buildPerson({ counts: { ...noCounts, submissions: 1 }, total: 1 });
  const answers = { [people]: person, '/api/v1/erasures': { erasures: [] } };
  const { requests } = await renderApp({
    path: '/settings/privacy',
    element: <PrivacySettingsPage />,
    user: { ...viewer, role },
    answers,
  });
  await userEvent.type(screen.getByLabelText('Email address of the person'), 'ada@example.com{Enter}');
  await screen.findByRole('button', { name: 'Download' });
  if (role === 'admin') await screen.findByRole('heading', { name: 'New forms' });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([...buttons]),
  );
  expect(screen.queryByRole('button', { name: 'Erase' }) !== null).toBe(role === 'admin');
  expect(screen.queryByRole('heading', { name: 'Erasures' }) !== null).toBe(role === 'admin');
  expect(screen.queryByRole('heading', { name: 'New forms' }) !== null).toBe(role === 'admin');
  expect(requests.some(({ path }) => path === '/api/v1/erasures')).toBe(role === 'admin');
});

const about = { formId: form.id, formName: form.name };
const target = { kind: 'failing-target', ...about, targetId: 't', targetName: 'CRM', isDisabled: false } as const;

it.each([
  ['viewer', ['Review the spam of Contact']],
  ['editor', ['Review the spam of Contact', 'Open the integration CRM', 'Check the setup of Contact']],
] as const)('the steps that help on the dashboard, for the role %s', async (role, steps) => {
  const element = (
    <NeedsALook
      items={[
        { kind: 'spam', ...about, count: 4 },
        { ...target, since: null, waiting: 1 },
        { kind: 'silent-form', ...about, since: '2026-11-20T14:05:09.000Z' },
        { kind: 'refused-origin', ...about, origin: 'https://shop.example', count: 2 },
      ]}
    />
  );
  await renderApp({ path: '/dashboard', element, user: { ...viewer, role } });
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent.split(': ')[1]);
  expect(links).toEqual(steps);
  expect(screen.queryByRole('button', { name: /^Allow/ }) !== null).toBe(role === 'editor');
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
});

it.each([
  ['a workspace without forms', <NoForms key="page" />],
  ['the first steps', <FirstSteps key="page" form={undefined} />],
  ['the first steps of a form', <FirstSteps key="page" form={form} />],
  ['a card of the list of forms', <FormCard key="page" form={form} />],
])('%s leads a viewer to nothing that takes another role', async (_, element) => {
  await renderApp({ path: '/forms', element, user: viewer });
  const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((href) => /\/(new|setup|settings)$/.test(href ?? ''))).toEqual([]);
});

it('a viewer reads why requests were refused, and can allow no website', async () => {
  const at = '2026-11-20T14:05:09.000Z';
  const latest = [{ at, reason: 'origin_not_allowed', origin: 'https://shop.example' }];
  await renderApp({
    path: `/forms/${form.id}/refused`,
    element: page,
    inside: <RefusedPage />,
    user: viewer,
    answers: { [`/api/v1/forms/${form.id}/refusals`]: { counts: { origin_not_allowed: 1 }, latest } },
  });
  expect(await screen.findByRole('list', { name: 'Websites not allowed' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Allow/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Open the settings' })).not.toBeInTheDocument();
});

it('the commands of a viewer open no page that takes another role', async () => {
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const element = (
    <CommandMenu
      typed=""
      hasForms
      hasBilling={false}
      onSignOut={() => undefined}
      onClose={() => undefined}
      returnTo={{ current: null }}
    />
  );
  const list = { forms: [form], nextCursor: null };
  await renderApp({
    path: `/forms/${form.id}`,
    element,
    user: viewer,
    answers: { '/api/v1/forms?sparkline=true&unread=true': list },
  });
  await waitFor(() => expect(screen.getAllByRole('option', { name: 'Analytics' })).toHaveLength(2));
  for (const name of ['Settings', 'Integrations', 'New form']) {
    expect(screen.queryByRole('option', { name })).not.toBeInTheDocument();
  }
});

it.each([
  ['admin', false],
  ['owner', true],
] as const)('whether the badge of the plan asks for its last day, for the role %s', async (role, isAsked) => {
  const billing = { cancelAtPeriodEnd: false, currentPeriodEnd: null, paymentDueBy: null };
  const user = { ...viewer, role };
  const { requests } = await renderApp({
    path: '/dashboard',
    element: <PlanBadge />,
    user,
    answers: { '/api/v1/billing': billing },
  });
  expect(screen.getByText('Pro Plan')).toBeVisible();
  await act(async () => undefined);
  expect(requests.some(({ path }) => path === '/api/v1/billing')).toBe(isAsked);
});
