import type { Mention } from '@inlet/contracts/erasures';
import { expect, it } from 'vitest';
import { addressOf, placeOf } from '#features/privacy/describe-mention.ts';

it.each([
  [{ place: 'field', submissionId: 's', field: 'messages.0.text' }, '/forms/f?submission=s', 'messages.0.text'],
  [{ place: 'note', submissionId: 's', field: null }, '/forms/f?submission=s', 'Your note'],
  [{ place: 'set_aside', submissionId: 's' }, '/forms/f', 'Submission on hold'],
  [{ place: 'recipient' }, '/forms/f/settings/notifications', 'Recipient of notifications'],
  [{ place: 'block_list' }, '/forms/f/settings/spam', 'Block list'],
  [{ place: 'view' }, '/forms/f', 'Saved view'],
] satisfies [Partial<Mention>, string, string][])('%j has its page and its name', (part, address, name) => {
  const mention: Mention = {
    formId: 'f',
    formName: 'Contact',
    submissionId: null,
    field: null,
    excerpt: 'Write to ada@example.com',
    ...part,
  } as Mention;
  expect(addressOf(mention)).toBe(address);
  expect(placeOf(mention)).toBe(name);
});
