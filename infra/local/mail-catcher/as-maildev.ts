import type { CaughtMail } from '#mail-catcher/caught-mail.ts';

/** A mail as maildev lists it at `/email`, oldest first, for programs that know maildev. A header that repeats has its last value. */
export function asMaildev(mail: CaughtMail | null) {
  if (mail === null) return [];
  const { id, receivedAt: time, from, to, subject, messageId, sender, headers, text, html, attachments } = mail;
  const address = (email: string) => ({ address: email, name: '' });
  const [, name = '', bare = from] = /^(.*?) ?<([^<>]*)>$/.exec(from) ?? [];
  return [
    {
      ...{ id, time, date: time, subject, messageId, text, html, attachments },
      from: [{ address: bare, name }],
      to: to.map(address),
      headers: Object.fromEntries(headers.map((header) => [header.name, header.value])),
      envelope: { from: address(sender), to: to.map(address) },
    },
  ];
}
