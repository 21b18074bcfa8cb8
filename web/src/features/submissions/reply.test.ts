import { automaticRoles } from '@inlet/contracts/field-roles';
import { expect, it } from 'vitest';
import { replyTo } from '#features/submissions/reply.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

const email = 'ada@example.com';
const form = { name: 'Contact', fieldRoles: automaticRoles };

function partsOf(data: Record<string, unknown>, fieldRoles = automaticRoles) {
  const address = new URL(replyTo(buildSubmission({ data }), { ...form, fieldRoles }) ?? '');
  const quoted = address.searchParams
    .get('body')
    ?.split('\r\n')
    .filter((line) => line.startsWith('>'));
  return { to: address.pathname, subject: address.searchParams.get('subject'), quoted };
}

it('quotes the message, however short it is', () => {
  const street = 'A street with a long name, behind the old mill, third floor';
  expect(partsOf({ email: 'w@example.org', street, message: 'fail me' })).toEqual({
    to: 'w@example.org',
    subject: 'Re: Contact',
    quoted: ['> fail me'],
  });
});

it('quotes every line of the message, and answers its subject', () => {
  const data = { subject: 'Two mugs', email, message: 'Hello\n\nAda', page: 'https://example.com/a/very/long/address' };
  expect(partsOf(data)).toEqual({ to: email, subject: 'Re: Two mugs', quoted: ['> Hello', '> ', '> Ada'] });
});

it('quotes the field that the owner chose, and the rest where there is no message', () => {
  const roles = { ...automaticRoles, message: 'wish' };
  expect(partsOf({ email, message: 'Hello', wish: 'Tea' }, roles).quoted).toEqual(['> Tea']);
  expect(partsOf({ email, size: 'L', color: 'red' }).quoted).toEqual(['> L · red']);
});

it('answers nobody without an address', () => {
  expect(replyTo(buildSubmission({ data: { name: 'Ada' } }), form)).toBeNull();
});
