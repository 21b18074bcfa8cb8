import { expect, it } from 'vitest';
import { checkCredentials, checkPassword } from '#features/auth/credentials.ts';

it('asks for both when both are missing', () => {
  expect(checkCredentials({ email: ' ', password: '' }, 'current-password')).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  });
});

it('asks for an address that is one, and for six characters', () => {
  expect(checkCredentials({ email: 'ada', password: 'short' }, 'current-password')).toEqual({
    email: 'Enter a valid email address',
    password: 'Password must have at least 6 characters',
  });
});

it('finds nothing wrong with an address and six characters', () => {
  expect(checkCredentials({ email: ' ada@example.com ', password: 'longer' }, 'current-password')).toEqual({});
});

it('asks for eight characters where the password is new', () => {
  expect(checkPassword('seven77', 'new-password')).toEqual({
    password: 'Password must have at least 8 characters',
  });
  expect(checkPassword('eight888', 'new-password')).toEqual({});
});
