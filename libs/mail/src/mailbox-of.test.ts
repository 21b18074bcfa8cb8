import { expect, it } from 'vitest';
import { mailboxOf } from '#mailbox-of.ts';

it.each([
  ['ada@example.com', 'ada@example.com'],
  ['Ada+shop+2@Example.com', 'ada@example.com'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
