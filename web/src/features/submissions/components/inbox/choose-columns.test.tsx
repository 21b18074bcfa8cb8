import { automaticRoles } from '@inlet/contracts/field-roles';
import type { Form } from '@inlet/contracts/forms';
import type { FormField } from '@inlet/contracts/inbox-views';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFields } from '#features/submissions/api/use-fields.ts';
import { ChooseColumns } from '#features/submissions/components/inbox/choose-columns.tsx';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

const form = { id: 'f1', fieldRoles: automaticRoles } as Form;
const address = '/api/v1/forms/f1/fields';
const guessed = ['name', 'email', 'quantity'].map(
  (name): FormField => ({ name, type: 'text', seen: 3, shown: name !== 'quantity', width: null }),
);

function Columns() {
  const { data, isFetching } = useFields('f1');
  return (
    <>
      <ChooseColumns form={form} fields={data?.fields ?? guessed} onClose={() => undefined} />
      {isFetching && <p>Reading</p>}
    </>
  );
}

const box = (name: string) => screen.getByRole('checkbox', { name: new RegExp(name), hidden: true });
const show = (answer: unknown) => renderApp({ path: '/', element: <Columns />, answers: { [address]: answer } });
const isSave = (body: unknown): body is { fields: FormField[] } => body !== null;
const savedFields = (body: { fields: FormField[] }) => ({
  fields: body.fields.map((field) => ({ ...guessed[0], ...field })),
});

it('keeps a choice that is made before the saved columns have arrived', async () => {
  let arrive: (fields: unknown) => void = () => undefined;
  const read = new Promise((resolve) => {
    arrive = resolve;
  });
  await show(({ body }: { body: unknown }) => (isSave(body) ? new Promise(() => undefined) : read));
  fireEvent.click(box('quantity'));
  await waitFor(() => expect(box('quantity')).toBeChecked());
  arrive({ fields: guessed });
  await waitFor(() => expect(screen.queryByText('Reading')).toBeNull());
  expect(box('quantity')).toBeChecked();
});

it('saves one choice after the other, and shows the last one throughout', async () => {
  const saves: (() => void)[] = [];
  const answer = ({ body }: { body: unknown }) =>
    isSave(body) ? new Promise((resolve) => saves.push(() => resolve(savedFields(body)))) : { fields: guessed };
  const app = await show(answer);
  fireEvent.click(box('quantity'));
  await waitFor(() => expect(box('quantity')).toBeChecked());
  fireEvent.click(box('email'));
  await waitFor(() => expect(box('email')).not.toBeChecked());
  await waitFor(() => expect(saves).toHaveLength(1));
  saves[0]?.();
  await waitFor(() => expect(saves).toHaveLength(2));
  expect(box('email')).not.toBeChecked();
  saves[1]?.();
  const shown = { fields: guessed.map(({ name }) => ({ name, shown: name !== 'email', width: null })) };
  await waitFor(() => expect(app.sent(address).at(-1)).toEqual(shown));
  expect(box('quantity')).toBeChecked();
});

it('goes back to what is saved when the service refuses the choice', async () => {
  const refuses = ({ body }: { body: unknown }) =>
    isSave(body) ? refusal(503, 'unavailable', 'Try again later') : { fields: guessed };
  await show(refuses);
  fireEvent.click(box('quantity'));
  await screen.findByText('Try again later');
  expect(box('quantity')).not.toBeChecked();
});
