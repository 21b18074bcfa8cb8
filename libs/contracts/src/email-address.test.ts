import { expect, it } from 'vitest';
import { isEmailAddress } from '#email-address.ts';

it.each([
  'ada@example.com',
  'a@b.c',
  "o'neil+shop@my-shop.example",
  'a.b@c.d.',
  'a@.b.c',
  'é@例.jp',
  `${'a'.repeat(250)}@b.c`,
])('takes %j for an address', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

it.each([
  ...['', '@', 'ada', 'ada@', '@example.com', 'ada@example', 'ada@.com', 'ada@com.', 'ada@@example.com'],
  ...['ada@b.c@d.e', 'ada@ example.com', ' ada@example.com', 'ada@example.com\n', 'ada.lovelace@com'],
  `${'a'.repeat(251)}@b.c`,
])('takes %j for none', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
