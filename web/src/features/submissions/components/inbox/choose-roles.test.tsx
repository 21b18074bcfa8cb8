import type { FieldRoles } from '@inlet/contracts/field-choice';
import { automaticRoles } from '@inlet/contracts/field-roles';
import type { Form } from '@inlet/contracts/forms';
import type { FormField } from '@inlet/contracts/inbox-views';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ChooseRoles } from '#features/submissions/components/inbox/choose-roles.tsx';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

const address = '/api/v1/forms/f1';
const fields = ['company', 'email', ''].map(
  (name): FormField => ({ name, type: 'text', seen: 3, shown: true, width: null }),
);

function Roles({ first }: { first: FieldRoles }) {
  const initialData = { id: 'f1', fieldRoles: first } as Form;
  const { data } = useQuery({
    queryKey: ['form', 'f1'],
    queryFn: () => initialData,
    initialData,
    staleTime: 1_000_000,
  });
  return <ChooseRoles form={data} fields={fields} />;
}

const select = (name: string) => screen.getByRole('combobox', { name });
const show = (answer: unknown, first = automaticRoles) =>
  renderApp({ path: '/', element: <Roles first={first} />, answers: { [address]: answer } });

it('saves one choice after the other, each with the others as they are', async () => {
  const app = await show(({ body }: { body: object }) => ({ id: 'f1', ...body }));
  await userEvent.selectOptions(select('Sender'), 'company');
  await userEvent.selectOptions(select('Message'), 'No name');
  expect(select('Sender')).toHaveDisplayValue('company');
  const saved = { fieldRoles: { name: 'company', subject: null, message: '' } };
  await waitFor(() => expect(app.sent(address).at(-1)).toEqual(saved));
  await userEvent.selectOptions(select('Sender'), 'Automatic');
  await waitFor(() => expect(app.sent(address).at(-1)).toMatchObject({ fieldRoles: { name: null, message: '' } }));
});

it('names a chosen field that no recent submission has', async () => {
  await show(null, { ...automaticRoles, subject: 'old' });
  expect(select('Subject')).toHaveDisplayValue('old');
});

it('goes back to what is saved when the service refuses the choice', async () => {
  await show(() => refusal(503, 'unavailable', 'Try again later'));
  await userEvent.selectOptions(select('Sender'), 'company');
  await screen.findByText('Try again later');
  expect(select('Sender')).toHaveDisplayValue('Automatic');
});
