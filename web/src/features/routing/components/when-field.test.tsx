import type { When } from '@inlet/contracts/routing/conditions';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { WhenField } from '#features/routing/components/when-field.tsx';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

it('makes conditions with the known fields, says them as a sentence, and finds them again', async () => {
  const { told } = await open();
  expect(screen.getByRole('radio', { name: 'Always' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Only when' }));
  const field = screen.getByLabelText('Field of condition 1');
  expect(screen.queryByText(/^Only when .*\.$/)).not.toBeInTheDocument();
  await userEvent.type(field, 'topic');
  expect(screen.queryByText(/^Only when Your topic/)).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Value of condition 1'), 'Sales');
  expect(await screen.findByText('Only when Your topic is Sales.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add condition' }));
  await expect.poll(() => screen.getByLabelText('Field of condition 2')).toHaveFocus();
  await userEvent.keyboard('email');
  await userEvent.selectOptions(screen.getByLabelText('Comparison of condition 2'), 'is not empty');
  expect(screen.queryByLabelText('Value of condition 2')).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('How many of the conditions'), 'any of these holds');
  expect(screen.getByText('Only when Your topic is Sales or email is not empty.')).toBeVisible();
  const when = {
    any: [
      { field: 'topic', op: 'is', value: 'Sales' },
      { field: 'email', op: 'is not empty' },
    ],
  };
  expect(told()).toEqual(when);
  await userEvent.click(screen.getByRole('radio', { name: 'Always' }));
  expect(told()).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Only when' }));
  expect(told()).toEqual(when);
  await userEvent.click(screen.getByRole('button', { name: 'Remove condition 2' }));
  expect(told()).toEqual({ any: [when.any[0]] });
  expect(screen.getByRole('button', { name: 'Add condition' })).toHaveFocus();
});

it('tries the conditions on the last submissions, and forgets the result of others', async () => {
  const { answer, sent } = await open(sales);
  answer(tryPath, {
    submissions: [
      { id: ids[0], createdAt: at, passes: true, reason: null, values: { topic: 'sales' } },
      { id: ids[1], createdAt: at, passes: false, reason: 'topic is not Sales', values: { topic: 'Support' } },
    ],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try it on the last 20 submissions' }));
  expect(await screen.findByText('1 of the last 2 submissions would go out.')).toBeVisible();
  const [first, second] = within(screen.getByRole('list', { name: 'The last submissions' })).getAllByRole('listitem');
  expect(first).toHaveTextContent(/^Goes out.*Your topic: sales$/);
  expect(second).toHaveTextContent(/^Skipped: topic is not Sales.*Your topic: Support$/);
  expect(sent(tryPath)).toEqual([{ when: sales }]);
  await userEvent.type(screen.getByLabelText('Value of condition 1'), 'x');
  expect(screen.queryByRole('list', { name: 'The last submissions' })).not.toBeInTheDocument();
  answer(tryPath, refusal(422, 'invalid_input', 'A condition needs a value'));
  await userEvent.click(screen.getByRole('button', { name: 'Try it on the last 20 submissions' }));
  expect(await screen.findByText('A condition needs a value')).toBeVisible();
});

it('shows a fault beside its condition', async () => {
  await open(sales, { 'when.all.0.value': 'A condition needs a value' });
  const value = screen.getByLabelText('Value of condition 1');
  expect(value).toBeInvalid();
  expect(value).toHaveAccessibleDescription('A condition needs a value');
});

const formId = '01934f6e-5a7c-7000-8000-00000000f000';
const ids = ['01934f6e-5a7c-7000-8000-000000000001', '01934f6e-5a7c-7000-8000-000000000002'];
const at = '2026-11-20T14:05:09.000Z';
const tryPath = `/api/v1/forms/${formId}/conditions/try`;
const sales: When = { all: [{ field: 'topic', op: 'is', value: 'Sales' }] };
const topic = { name: 'topic', label: 'Your topic', type: 'text', seen: 2, shown: true, width: 100 };

async function open(first: When | null = null, errors: Readonly<Record<string, string>> = {}) {
  let told: When | null = first;
  function Settings() {
    const [value, setValue] = useState(first);
    const change = (next: When | null) => {
      told = next;
      setValue(next);
    };
    return <WhenField formId={formId} legend="When" value={value} onChange={change} errors={errors} place="when" />;
  }
  const app = await renderApp({
    path: '/',
    pattern: '/',
    element: <Settings />,
    answers: { [`/api/v1/forms/${formId}/fields`]: { fields: [topic] } },
  });
  return { ...app, told: () => told };
}
