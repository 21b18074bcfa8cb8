import { allowedOriginsMax, type Form } from '@inlet/contracts/forms';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { useForm } from '#features/forms/api/use-form.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import type { FormOfPage } from '#routes/form/form-frame.tsx';
import { RefusedPage } from '#routes/form/refused-page.tsx';

const origin = 'https://shop.example';

it('a refused website is allowed at a press, which can be taken back', async () => {
  const { form, app, rows } = await setUp({ allowedOrigins: ['https://example.com'] });
  expect(await rows()).toEqual([`${origin}2 refused, the last one on Nov 20, 2:05 PMAllow`]);
  await userEvent.click(screen.getByRole('button', { name: `Allow ${origin}` }));
  expect(await screen.findByText(`${origin} may submit now`)).toBeVisible();
  expect(app.sent(form).at(-1)).toEqual({ allowedOrigins: ['https://example.com', origin] });
  expect(await rows()).toEqual([expect.stringMatching(/Allowed now$/)]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: `Allow ${origin}` })).toBeVisible();
  expect(app.sent(form).at(-1)).toEqual({ allowedOrigins: ['https://example.com'] });
  expect(screen.queryByText(`${origin} may submit now`)).not.toBeInTheDocument();
});

it('a full list is said, and stays as it is', async () => {
  const allowedOrigins = Array.from({ length: allowedOriginsMax }, (_, index) => `https://${index}.example`);
  const { form, app } = await setUp({ allowedOrigins });
  await userEvent.click(await screen.findByRole('button', { name: `Allow ${origin}` }));
  expect(await screen.findByText(/^Nothing was changed. A form can have at most 100 origins\./)).toBeVisible();
  expect(app.sent(form).filter((body) => body !== null)).toEqual([]);
});

it('taking back never opens the form to every website', async () => {
  const { form, app, change } = await setUp({ allowedOrigins: ['https://example.com'] });
  await userEvent.click(await screen.findByRole('button', { name: `Allow ${origin}` }));
  await screen.findByText(`${origin} may submit now`);
  // Another page removes the other website in the meantime.
  change({ allowedOrigins: [origin] });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/It is the only allowed origin now/)).toBeVisible();
  expect(app.sent(form).filter((body) => body !== null)).toHaveLength(1);
});

it('reasons that settings cure lead to the settings', async () => {
  const { form } = await setUp({ allowedOrigins: ['https://example.com'] });
  const reasons = await screen.findByRole('list', { name: 'Reasons' });
  const [origins, size] = within(reasons).getAllByRole('listitem');
  const link = within(origins as HTMLElement).getByRole('link', { name: 'Open the settings' });
  expect(link).toHaveAttribute('href', form.replace('/api/v1', '').concat('/settings'));
  expect(within(size as HTMLElement).queryByRole('link')).not.toBeInTheDocument();
});

it('fields that broke a rule lead to the rules', async () => {
  const { form, app } = await setUp({});
  app.answer(`${form}/refusals`, { counts: { invalid_fields: 3 }, latest: [] });
  await app.queryClient.invalidateQueries();
  const link = await screen.findByRole('link', { name: 'Open the rules' });
  expect(link).toHaveAttribute('href', form.replace('/api/v1', '').concat('/rules'));
  expect(screen.getByText(/^A field broke a rule of the form\./)).toBeVisible();
});

function Frame({ id }: { id: string }) {
  const { data: form } = useForm(id);
  return form ? <Outlet context={{ form, total: 1, isNew: false } satisfies FormOfPage} /> : null;
}

async function setUp(overrides: Partial<Form>) {
  let form = buildForm(overrides);
  const call = `/api/v1/forms/${form.id}`;
  const change = (some: Partial<Form>) => {
    form = { ...form, ...some };
    return form;
  };
  const refusal = { reason: 'origin_not_allowed', at: `${new Date().getFullYear()}-11-20T14:05:09`, origin };
  const app = await renderApp({
    path: `/forms/${form.id}/refused`,
    element: <Frame id={form.id} />,
    inside: <RefusedPage />,
    user: buildUser(subscribed),
    answers: {
      [call]: ({ body }: { body: unknown }) => (body === null ? form : change(body as Partial<Form>)),
      [`${call}/refusals`]: { counts: { origin_not_allowed: 2, too_large: 1 }, latest: [refusal, refusal] },
    },
  });
  const rows = async () => {
    const list = await screen.findByRole('list', { name: 'Websites not allowed' });
    return within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  };
  return { form: call, app, change, rows };
}
