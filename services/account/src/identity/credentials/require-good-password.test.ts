import { describe, expect, it } from 'vitest';
import { requireGoodPassword } from '#identity/credentials/require-good-password.ts';

const email = 'ada.lovelace@example.com';
const refusalOf = (password: string) => {
  try {
    requireGoodPassword(password, email, 'newPassword');
    return null;
  } catch (error) {
    return error;
  }
};
const refused = (message: string) => ({
  status: 422,
  code: 'invalid_input',
  message,
  details: { issues: [{ field: 'newPassword', message }] },
});

describe('a new password', () => {
  it.each(['correct horse', 'inlet-demo', 'My inlet to the sea', 'ada.lovelace 1815', 'пароль мой', '  words  '])(
    'may be %j',
    (password) => {
      expect(refusalOf(password)).toBeNull();
    },
  );

  it.each([
    'password',
    'PassWord1',
    '12345678',
    'iloveyou',
    'Pavlusha',
    'moschino',
    'aaaaaaaa',
    'abababab',
    '        ',
  ])('is not %j, which is too common', (password) => {
    const message = 'This password is too common. Choose another one.';
    expect(refusalOf(password)).toMatchObject(refused(message));
  });

  it.each([email, ' ADA.Lovelace@example.com', 'Ada.Lovelace'])('is not %j, the address of the account', (password) => {
    expect(refusalOf(password)).toMatchObject(refused('Password must not be your email address'));
  });

  it.each(['inletinlet', 'Inlet2026', '!!Inlet!!', 'inlet inlet 1'])(
    'is not %j, the name of the product',
    (password) => {
      expect(refusalOf(password)).toMatchObject(refused('Password must not be the name of the product'));
    },
  );
});
