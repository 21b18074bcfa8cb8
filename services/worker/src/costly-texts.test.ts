import { createFileLinks } from '@inlet/crypto/file-links';
import { parseData } from '@inlet/submissions/parse-data';
import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { writeEvent } from '#deliveries/write-event.ts';
import { inspectPage } from '#form-checks/page/inspect-page.ts';
import { readSesEvent } from '#mail/events/ses-event.ts';
import { toMailFault } from '#mail/mail-fault.ts';
import { mailHeaders, oneLine } from '#mail/mail-headers.ts';
import { askAkismet } from '#spam/checks/ask-akismet.ts';
import { remoteServices } from '#spam/checks/remote-services.ts';

const jsonOf = (text: string) => JSON.stringify({ message: text });
const links = createFileLinks(['a secret of a test, which is long enough'], 'https://forms.example.com');
const composer = createTransport({ streamTransport: true, buffer: true });
/** The size of a mail and of its subject, in characters. */
const [mailMax, subjectMax] = [94_000, 200];
const outbound = {
  deliver: async () => ({ kind: 'failed', error: 'Nothing is sent', durationMs: 0 }) as const,
  close: () => undefined,
};
const question = { key: 'key', site: 'https://a.example', address: '127.0.0.1', userAgent: '', origin: '', name: '' };

function eventOf(data: string) {
  const at = new Date(0);
  const submission = {
    submissionId: 'id',
    data: parseData(data),
    origin: data,
    userAgent: data,
    isSpam: false,
    spam: null,
    files: null,
    ruleErrors: null,
    rulesVersion: null,
    alert: null,
    confirmation: null,
    confirmedAt: null,
  };
  const target = { formId: 'form', formName: data, fields: ['message'] };
  return writeEvent(
    target,
    { type: 'submission.created', timestamp: at, createdAt: at, ...submission },
    { fileLinks: links, config: { PUBLIC_URL: 'https://inlet.test' } },
  );
}

const checkedForm = {
  ...{ endpointId: 'abcdefghijkl', publicUrl: 'https://inlet.example', allowedOrigins: [], takesFiles: true },
  ...{ rules: null, routedFields: [], scriptVersions: {} },
};
function inspect(text: string) {
  const form = `<form action="https://inlet.example/f/abcdefghijkl"><p class="a b"><input name="_gotcha" style="${text}">`;
  return inspectPage({ url: 'https://a.example/', html: `<style>${text}</style>${form}${text}` }, checkedForm);
}

const readers: Readonly<Record<string, TextReader>> = {
  askAkismet: (text) => askAkismet(outbound, remoteServices, { ...question, texts: [text.slice(0, 20_000)] }),
  writeEvent: (text) => eventOf(jsonOf(text)),
  mailHeaders: (text) =>
    mailHeaders(
      { to: 'a@b.c', subject: text, text, html: text, replyTo: text, references: text, unsubscribeUrl: text },
      'example.com',
    ),
  inspectPage: inspect,
  oneLine,
  'mail: text': (text) => composer.sendMail({ to: 'a@b.c', text: text.slice(0, mailMax) }),
  'mail: HTML': (text) => composer.sendMail({ to: 'a@b.c', html: text.slice(0, mailMax) }),
  'mail: subject': (text) => composer.sendMail({ to: 'a@b.c', subject: oneLine(text.slice(0, subjectMax)) }),
  toMailFault: (text) => toMailFault(Object.assign(new Error(text), { code: text, command: text, response: text })),
  readSesEvent: (text) =>
    readSesEvent(
      JSON.stringify({
        eventType: 'Bounce',
        bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: text }] },
      }),
    ),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
