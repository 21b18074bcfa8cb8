import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { mailboxOf } from '#mailbox-of.ts';
import { autoReplyMail } from '#mails/auto-reply-mail.ts';
import { notificationMail } from '#mails/notification-mail.ts';
import { filesField } from '#submissions/files-field.ts';
import { type Field, readFields } from '#submissions/read-fields.ts';
import { senderAddress } from '#submissions/sender-address.ts';
import { confirmAddressMail } from '#visitors/confirm-address-mail.ts';
import { confirmedMail } from '#visitors/confirmed-mail.ts';

const urls = { page: 'https://forms.example.com/u', oneClick: 'https://forms.example.com/o' };
const formId = '6b0d9a4e-0f2f-4a3b-8f59-0d3a8a4f7c11';
const submissionId = '0198c9f4-8a7b-7c3e-9a0f-000000000001';

function mailOf(fields: readonly Field[], subject: string | null = null, count = 1) {
  const submission = { id: submissionId, fields, createdAt: new Date(0), subject, replyTo: subject };
  const form = { id: formId, name: 'Contact' };
  const notified = { publicUrl: 'https://forms.example.com', form, isDigest: count > 1, timeZone: 'UTC', unnamed: 0 };
  return notificationMail({ ...notified, submissions: Array.from({ length: count }, () => submission) })('a@b.c', urls);
}

function confirmedOf(template: { readonly subject: string; readonly body: string }, text: string) {
  const fields = readFields(JSON.stringify({ name: text, [text]: text }));
  const confirmed = {
    formName: 'Contact',
    language: 'en',
    template,
    fields,
    labels: new Map(),
    hasCopy: true,
  } as const;
  return confirmedMail('a@b.c', confirmed, urls);
}

const readers: Readonly<Record<string, TextReader>> = {
  readFields: (text) => readFields(JSON.stringify({ [text]: text })),
  'notificationMail: value': (text) => mailOf(readFields(JSON.stringify({ message: text }))),
  'notificationMail: name of a field': (text) => mailOf(readFields(JSON.stringify({ [text]: 'a' }))),
  'notificationMail: subject': (text) => mailOf([], text),
  'notificationMail: many': (text) => mailOf([{ name: 'message', text: text.slice(0, 8_192) }], null, 50),
  autoReplyMail: (text) => autoReplyMail('a@b.c', { subject: text, body: text }, urls),
  'confirmAddressMail: name of a form': (text) =>
    confirmAddressMail('a@b.c', { formName: text, language: 'en', url: urls.page }, urls),
  'confirmedMail: template': (text) => confirmedOf({ subject: text.slice(0, 200), body: text.slice(0, 5_000) }, 'Ada'),
  'confirmedMail: value': (text) => confirmedOf({ subject: '{{name}}', body: '{{name}}'.repeat(600) }, text),
  senderAddress: (text) => senderAddress(text, [{ name: 'email', text }]),
  'senderAddress: name of a field': (text) => senderAddress(null, [{ name: text, text: 'a@b.c' }]),
  mailboxOf,
  filesField: (text) => filesField([{ name: text, size: 1 }]),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
