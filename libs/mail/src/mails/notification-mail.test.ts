import { expect, it } from 'vitest';
import { notificationMail } from '#mails/notification-mail.ts';

it('a mail writes the moment of a submission as the app does, in the time zone of the owner', () => {
  const submission = { id: 's', fields: [], createdAt: new Date('2026-11-28T13:05:09Z'), subject: null, replyTo: null };
  const { text } = notificationMail({
    publicUrl: 'https://inlet.example',
    form: { id: 'f', name: 'Contact' },
    isDigest: false,
    timeZone: 'Europe/Madrid',
    submissions: [submission],
    unnamed: 0,
  })('owner@example.com', { oneClick: 'https://inlet.example/a', page: 'https://inlet.example/b' });
  expect(text).toContain('\nNov 28, 2026, 2:05 PM\n');
});
