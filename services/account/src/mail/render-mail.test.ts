import { mailSchema } from '@inlet/contracts/mail';
import { describe, expect, it } from 'vitest';
import { accountDeletedMail } from '#mail/account-deleted-mail.ts';
import { confirmEmailMail } from '#mail/confirm-email-mail.ts';
import { emailChangeRequestedMail } from '#mail/email-change-requested-mail.ts';
import { emailChangedMail } from '#mail/email-changed-mail.ts';
import { emailInUseMail } from '#mail/email-in-use-mail.ts';
import { passwordChangedMail } from '#mail/password-changed-mail.ts';
import { passwordResetMail } from '#mail/password-reset-mail.ts';
import { renderMail } from '#mail/render-mail.ts';
import { resetPasswordMail } from '#mail/reset-password-mail.ts';
import { targetDisabledMail } from '#mail/target-disabled-mail.ts';

const to = 'owner@example.com';
const publicUrl = 'https://forms.example.com';

describe('a mail', () => {
  const letter = {
    subject: 'Sales & <more>',
    paragraphs: ['For <script>alert("x")</script> & \'you\'.'],
    button: { label: 'Open <it>', url: 'https://example.com/?a=1&b="2"' },
    notes: ['Below.'],
  };

  it('says in plain text what was written, with the address on a line of its own', () => {
    const { text } = renderMail(to, letter);
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([letter.paragraphs[0], 'Open <it>:', letter.button.url, 'Below.']),
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

const form = { id: '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e', name: 'Contact' };

describe.each(
  Object.entries({
    'reset password': resetPasswordMail(to, publicUrl, 'the-token'),
    'password changed': passwordChangedMail(to, publicUrl),
    'password reset': passwordResetMail(to, publicUrl),
    'confirm address': confirmEmailMail(to, publicUrl, 'the-token'),
    'address change requested': emailChangeRequestedMail(to, publicUrl, 'new@example.com'),
    'address changed': emailChangedMail(to, 'new@example.com'),
    'address in use': emailInUseMail(to, publicUrl),
    'account deleted': accountDeletedMail(to),
    'target gone': targetDisabledMail(to, publicUrl, { form, target: { name: 'CRM', stateReason: 'gone' } }),
    'target failing': targetDisabledMail(to, publicUrl, { form, target: { name: 'CRM', stateReason: 'failing' } }),
  }),
)('the mail "%s"', (_name, mail) => {
  it('is one that the worker takes, to one address, with a subject of one line', () => {
    expect(mailSchema.strict().parse(mail)).toEqual(mail);
    expect(mail.to).toBe(to);
    expect(mail.subject).toMatch(/^[\w ]{10,60}$/);
  });

  it('says the same in both forms', () => {
    const words = mail.html.replaceAll(/<(?:style|title)[\s\S]*?<\/(?:style|title)>|<[^>]+>/g, ' ');
    const plain = words.replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ');
    for (const line of mail.text.split('\n').filter((part) => part !== '' && part !== '-- ')) {
      expect(plain).toContain(line.replace(/:$/, ''));
    }
  });

  it('fetches nothing and leads nowhere but to us', () => {
    expect(mail.html).not.toMatch(/<(?:img|link|script|iframe|style)\b|url\(|@import|src=/i);
    for (const [address] of mail.html.matchAll(/https?:[^"<\s]+/g))
      expect(address).toMatch(/^https:\/\/forms\.example\.com\//);
  });
});
