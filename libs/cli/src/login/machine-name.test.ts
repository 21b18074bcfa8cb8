import { expect, it } from 'vitest';
import { machineName } from '#login/machine-name.ts';

const noAccount = () => {
  throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)');
};

it.each([
  ['ada and laptop', () => ({ username: 'ada' }), 'laptop', 'ada@laptop'],
  ['a user without an account', noAccount, 'laptop', 'laptop'],
  ['letters beyond ASCII', () => ({ username: 'zoë' }), 'büro', 'zo@bro'],
  ['nothing', noAccount, '', 'Command line'],
  ['a long name', noAccount, 'a'.repeat(200), 'a'.repeat(100)],
])('a key is named after the machine: %s', (_what, readUser, host, name) => {
  expect(machineName(readUser, host)).toBe(name);
});
