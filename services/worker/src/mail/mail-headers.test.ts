import type { Mail } from '@inlet/contracts/mail';
import { describe, expect, it } from 'vitest';
import { mailHeaders, oneLine } from '#mail/mail-headers.ts';

const mail = (options: Partial<Mail>): Mail => ({ to: 'a@example.com', subject: '', text: '', html: '', ...options });
const headersOf = (options: Partial<Mail>) => mailHeaders(mail(options), 'inlet.test');

describe('the headers of a mail', () => {
  it('mark it as generated, and an auto-reply as a reply', () => {
    expect(headersOf({}).headers).toEqual({ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' });
    expect(headersOf({ kind: 'auto-reply' }).headers).toMatchObject({ 'Auto-Submitted': 'auto-replied' });
  });

  it('carry an unsubscribe link with its one click', () => {
    const unsubscribeUrl = 'https://forms.example.com/api/mail/unsubscribe?token=a.b';
    expect(headersOf({ unsubscribeUrl }).headers).toMatchObject({
      'List-Unsubscribe': { value: `<${unsubscribeUrl}>`, prepared: true, foldLines: false },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('answer to the visitor, and name the mail that this one belongs to', () => {
    expect(headersOf({ replyTo: 'ada@example.com', references: '0195c2e4-7a7b' })).toMatchObject({
      replyTo: { name: '', address: 'ada@example.com' },
      references: '<0195c2e4-7a7b@inlet.test>',
    });
  });

  it.each<Partial<Mail>>([
    { replyTo: 'ada@example.com\r\nBcc: eve@example.com' },
    { replyTo: 'ada@example.com, eve@example.com' },
    { replyTo: 'Eve <eve@example.com>' },
    { replyTo: 'nobody' },
    { references: 'a>\r\nBcc: eve@example.com' },
    { unsubscribeUrl: 'https://example.com/>\r\nBcc: eve@example.com' },
    { unsubscribeUrl: 'https://example.com/ https://eve.example' },
    { unsubscribeUrl: 'javascript:alert(1)' },
  ])('leave out what is not of its form: %j', (options) => {
    expect(headersOf(options)).toEqual(headersOf({}));
  });
});

it.each([
  ['Hello\r\nBcc: eve@example.com', 'Hello Bcc: eve@example.com'],
  [' a\u2028b\u0000c\u0085 ', 'a b c'],
  ['Zoë asks: “why?” 🙂', 'Zoë asks: “why?” 🙂'],
])('the subject %j becomes one line', (given, line) => {
  expect(oneLine(given)).toBe(line);
});
