import { languages } from '@inlet/contracts/languages';
import { describe, expect, it } from 'vitest';
import { readFields } from '#submissions/read-fields.ts';
import { createUnsubscribeTokens } from '#unsubscribe-tokens.ts';
import { confirmAddressMail } from '#visitors/confirm-address-mail.ts';
import { confirmationUrl, createConfirmationTokens } from '#visitors/confirmation-tokens.ts';
import { confirmedMail } from '#visitors/confirmed-mail.ts';
import { fillTemplate } from '#visitors/fill-template.ts';

const to = 'ada@example.com';
const publicUrl = 'https://forms.example.com';
const urls = { page: `${publicUrl}/unsubscribe?token=u`, oneClick: `${publicUrl}/api/mail/unsubscribe?token=u` };
const secrets: [string] = ['a secret of a test, which is long enough'];
const asked = { submissionId: '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e', at: 1_700_000_000_000 };
const fields = readFields('{"Name":"Ada\\nLovelace","message":"<b>Hello</b>","email":"ada@example.com"}');
const confirmed = {
  formName: 'Contact',
  language: 'en',
  template: null,
  fields,
  labels: new Map(),
  hasCopy: true,
} as const;
const template = { subject: 'Thank you, {{ name }}', body: 'Dear {{name}},\n\nwe have your {{nothing}}message.' };

describe('the mail that asks for a confirmation', () => {
  const token = createConfirmationTokens(secrets).sign(asked);
  const mailOf = (formName: string, language: (typeof languages)[number] = 'en') =>
    confirmAddressMail(to, { formName, language, url: confirmationUrl(publicUrl, token) }, urls);

  it.each(languages)('has its button first, in every language: %s', (language) => {
    const { text, html, subject } = mailOf('Contact', language);
    const [first] = text.match(/https?:\/\/\S+/g) ?? [];
    expect(first).toBe(`${publicUrl}/confirm-address?token=${token}`);
    expect(html).toContain(`href="${first}"`);
    expect(text).toContain('Contact');
    expect(subject).toMatch(/\S/);
  });

  it.each(['boss@example.com', 'https://evil.example/confirm', 'www.evil.example', 'a\nb'])(
    'leaves out a name of a form that leads elsewhere: %s',
    (name) => {
      const { text, html, subject } = mailOf(name);
      expect(text + html + subject).not.toContain(name);
      expect(text).toContain('“…”');
    },
  );
});

describe('the mail after a confirmation', () => {
  it('is a copy of the fields, with nothing that a mail program could take for markup', () => {
    const { text, html, subject, replyTo } = confirmedMail(to, confirmed, urls);
    expect(subject).toBe('Your message: Contact');
    expect(text).toContain('message: <b>Hello</b>');
    expect(html).toContain('&lt;b&gt;Hello&lt;/b&gt;');
    expect(html).not.toContain('<b>Hello');
    expect(replyTo).toBeUndefined();
  });

  it('is the automatic reply with the name of the visitor, and the copy below', () => {
    const { text, subject } = confirmedMail(to, { ...confirmed, template }, urls);
    expect(subject).toBe('Thank you, Ada Lovelace');
    expect(text).toMatch(/^Dear Ada Lovelace,\n\nwe have your message\.\n\nWhat you entered\n\nName: Ada/);
  });

  it('has no field where the owner wants no copy', () => {
    const { text, html } = confirmedMail(to, { ...confirmed, template, hasCopy: false }, urls);
    expect(text + html).not.toContain('Hello');
    expect(text).toContain('Dear Ada Lovelace,');
  });

  it('fits in a mail, however much was sent', () => {
    const data = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`field ${n}`, 'ä'.repeat(5_000)]));
    const { text, html } = confirmedMail(to, { ...confirmed, fields: readFields(JSON.stringify(data)) }, urls);
    expect(Buffer.byteLength(text + html)).toBeLessThan(100_000);
  });
});

it('placeholders are filled once, and within bounds', () => {
  const typed = readFields(JSON.stringify({ name: '{{email}}'.repeat(100), email: 'ada@example.com' }));
  const { subject, body } = fillTemplate({ subject: '{{name}}', body: '{{name}}'.repeat(600) }, typed);
  expect(subject.length).toBe(200);
  expect(subject).toMatch(/^\{\{email\}\}/);
  expect(body.length).toBeLessThanOrEqual(10_000);
});

it('a link that confirms opens for nothing else, and no other link confirms', () => {
  const tokens = createConfirmationTokens(secrets);
  const unsubscribe = createUnsubscribeTokens(secrets);
  const token = tokens.sign(asked);
  expect(tokens.open(token)).toEqual(asked);
  expect(unsubscribe.open(token)).toBeNull();
  expect(tokens.open(unsubscribe.sign({ kind: 'auto-reply', email: to }))).toBeNull();
  expect(createConfirmationTokens(['another secret, which is long enough']).open(token)).toBeNull();
  const [payload, signature] = token.split('.');
  const other = Buffer.from(JSON.stringify({ ...asked, at: asked.at + 1 })).toString('base64url');
  for (const changed of ['', '.', payload, `${payload}.`, `${other}.${signature}`]) {
    expect(tokens.open(changed ?? '')).toBeNull();
  }
});
