import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PasswordField } from '#components/ui/password-field.tsx';

it('shows what is typed when it is asked to, and hides it again', async () => {
  render(<PasswordField label="Password" error="Incorrect password" />);
  const field = screen.getByLabelText('Password');
  await userEvent.type(field, 'correct horse');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(field).toHaveValue('correct horse');
  expect(field).toHaveAccessibleDescription('Incorrect password');
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(field).toHaveAttribute('type', 'password');
});

it('has one control that is called a password', () => {
  render(<PasswordField label="Password" />);
  expect(screen.getAllByLabelText(/password/i)).toHaveLength(1);
});
