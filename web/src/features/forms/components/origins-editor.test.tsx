import { allowedOriginsMax } from '@inlet/contracts/forms';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { OriginsEditor } from '#features/forms/components/origins-editor.tsx';

it('adds an entry and moves there', async () => {
  const { user, values } = setUp(['https://example.com']);
  await user.click(screen.getByRole('button', { name: 'Add origin' }));
  expect(screen.getByLabelText('Origin 2')).toHaveFocus();
  await user.keyboard('https://*.example.org');
  expect(values()).toEqual(['https://example.com', 'https://*.example.org']);
});

it('removes the entry whose cross is pressed and moves to its neighbour', async () => {
  const { user, values } = setUp(['https://a.example', 'https://b.example', 'https://c.example']);
  await user.click(screen.getByRole('button', { name: 'Remove origin 2' }));
  expect(values()).toEqual(['https://a.example', 'https://c.example']);
  expect(screen.getByLabelText('Origin 1')).toHaveFocus();
});

it('keeps the last entry, so that there is always a place to type in', () => {
  setUp(['']);
  expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
});

it('offers no further entry where there are as many as a form can have', async () => {
  const { user } = setUp(Array.from({ length: allowedOriginsMax - 1 }, (_, index) => `https://${index}.example`));
  await user.click(screen.getByRole('button', { name: 'Add origin' }));
  expect(screen.queryByRole('button', { name: 'Add origin' })).not.toBeInTheDocument();
});

it('marks only the entries at fault', () => {
  setUp(['https://example.com', 'ftp://example.com'], 'All origins must start with https://');
  expect(screen.getByLabelText('Origin 1')).toBeValid();
  expect(screen.getByLabelText('Origin 2')).toBeInvalid();
  expect(screen.getByLabelText('Origin 2')).toHaveAccessibleDescription('All origins must start with https://');
});

it('says what to type instead, together with the message', () => {
  setUp(['www.example.com']);
  expect(screen.queryByText(/Did you mean/)).not.toBeInTheDocument();
  setUp(['www.example.org'], 'All origins must start with https://');
  expect(screen.getByText('Did you mean https://www.example.org?')).toBeVisible();
});

it('cuts a page address when its field is left', async () => {
  const { user, values } = setUp(['']);
  await user.click(screen.getByLabelText('Origin 1'));
  await user.paste('https://www.example.com/contact');
  expect(screen.getByText(/^https:\/\/example.com is another origin/)).toBeVisible();
  await user.tab();
  expect(values()).toEqual(['https://www.example.com']);
});

function setUp(initial: readonly string[], error?: string) {
  render(<Harness initial={initial} error={error} />);
  const values = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
  return { user: userEvent.setup(), values };
}

function Harness({ initial, error }: { initial: readonly string[]; error: string | undefined }) {
  const [origins, setOrigins] = useState(initial);
  return <OriginsEditor origins={origins} onChange={setOrigins} error={error} />;
}
