import { mailSchema } from '@inlet/contracts/mail';
import { describe, expect, it } from 'vitest';
import { autoReplyMail } from '#mails/auto-reply-mail.ts';
import { type Letter, renderMail } from '#render-mail.ts';
import { sampleMails } from '#samples.ts';

const to = 'ada@example.com';
const publicUrl = 'https://forms.example.com';

describe('a mail', () => {
  const letter: Letter = {
    name: 'welcome',
    subject: 'Sales & <more>',
    paragraphs: ['For <script>alert("x")</script> & \'you\'.'],
    button: { label: 'Open <it>', url: 'https://example.com/?a=1&b="2"' },
    notes: ['Below.'],
  };

  it('has the content as plain text, with the address on its own line', () => {
    const { text } = renderMail(to, letter);
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([letter.paragraphs[0], 'Open <it>:', letter.button?.url, 'Below.']),
    );
  });

  it('lets no value become HTML', () => {
    const { html } = renderMail(to, letter);
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;you&#39;.');
    expect(html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"');
    expect(html).toContain('<title>Sales &amp; &lt;more&gt;</title>');
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<it>');
  });
});

it('a reply to a visitor is in the language of the form, and so is the page that stops it', () => {
  const page = `${publicUrl}/unsubscribe?token=abc`;
  const template = { subject: 'Dziękujemy', body: 'Odpowiemy.', language: 'pl' } as const;
  const { text, html } = autoReplyMail(to, template, { page, oneClick: page });
  expect(text).toContain('Odpowiedzi na tę wiadomość nikt nie czyta.');
  expect(text).toContain(`Zrezygnuj z wiadomości:\n${page}&language=pl\n`);
  expect(html).toContain('<html lang="pl">');
  expect(html).toContain(`<a href="${page}&amp;language=pl" style="color:inherit">Zrezygnuj z wiadomości</a>`);
});

describe.each(Object.entries(sampleMails(publicUrl)))('the mail "%s"', (_name, mail) => {
  it('is one that the worker takes, to one address, with a subject of one line', () => {
    expect(mailSchema.strict().parse(mail)).toEqual(mail);
    expect(mail.to).toBe(to);
    expect(mail.subject).toMatch(/^[\w %?:'-]{10,60}$/);
  });

  it('has the same content in both forms', () => {
    const words = mail.html.replaceAll(/<(?:style|title)[\s\S]*?<\/(?:style|title)>|<[^>]+>/g, ' ');
    const plain = words.replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ');
    for (const line of mail.text.split('\n').filter((part) => part !== '' && part !== '-- ')) {
      // In the HTML, the unsubscribe page and submissions are behind link texts, and fields are in a table.
      if (/\/unsubscribe\?|\?submission=/.test(line)) expect(mail.html).toContain(`href="${line}"`);
      else for (const part of line.trim().replace(/:$/, '').split(': ')) expect(plain).toContain(part);
    }
  });

  it('has a link that stops it, unless it is about the account itself', () => {
    const isOptional = mail.kind !== undefined && ['notification', 'usage', 'auto-reply'].includes(mail.kind);
    expect(mail.unsubscribeUrl !== undefined).toBe(isOptional);
    expect(mail.text.includes('/unsubscribe?token=')).toBe(isOptional);
  });

  it('fetches nothing and leads nowhere but to us', () => {
    expect(mail.html).not.toMatch(/<(?:img|link|script|iframe|style)\b|url\(|@import|src=/i);
    for (const [address] of mail.html.matchAll(/https?:[^"<\s]+/g))
      expect(address).toMatch(/^https:\/\/forms\.example\.com\//);
  });
});
