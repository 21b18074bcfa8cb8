import { wordsOf } from '@inlet/contracts/languages/words';
import { compileOriginRule } from '@inlet/contracts/origins';
import { renderPage } from '@inlet/contracts/visitor-pages/page-layout';
import { thanksPage } from '@inlet/contracts/visitor-pages/pages';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { acceptedRedirect } from '#answers/accepted-redirect.ts';

const own = 'https://example.com';
const near = fc
  .tuple(
    fc.constantFrom(
      '',
      own,
      'https://example.com.',
      'https:example.com',
      '//example.com',
      '\\\\example.com',
      'javascript:',
      'data:',
      'HTTPS://EXAMPLE.com:443',
    ),
    fc.constantFrom(
      '',
      '@evil.com',
      '.evil.com',
      '\\@evil.com',
      '/..//evil.com',
      '%00',
      '\r\nset-cookie: a=b',
      '\t',
      '#',
      '?',
    ),
    hostileText,
  )
  .map((parts) => parts.join(''));

function form(allowedOrigins: readonly string[]) {
  const fixed = {
    id: 'f',
    userId: 'u',
    name: 'n',
    isActive: true,
    submissionLimit: 1,
    byteLimit: 1_000,
    bodyMaxBytes: null,
  };
  return { ...fixed, allowedOrigins: [...allowedOrigins], allows: compileOriginRule(allowedOrigins) };
}

it('a visitor is sent to the website of the form, or nowhere', () => {
  const property = fc.property(near, fc.constantFrom([own], []), (redirect, allowed) => {
    const accepted = acceptedRedirect(redirect, form(allowed), own);
    if (accepted === null) return;
    expect(new URL(accepted).hostname).toMatch(/^example\.com\.?$/);
    // The address is sent in a header.
    expect(accepted).toMatch(/^[\x21-\x7e]+$/);
  });
  fc.assert(property, cases(1_000));
});

it('a page shows any words as text', () => {
  const markup = /<[^>]*>|&[^;]*;/g;
  const lookOf = (text: string) => ({ name: `a${text}`, logo: `https://a.example/${text}`, color: text });
  const usual = (text: string) =>
    renderPage(thanksPage(wordsOf('en'), text, null), { look: lookOf(text), fontUrl: '/font' })
      .match(markup)
      ?.filter((tag) => !tag.startsWith('&'))
      .map((tag) => tag.replace(/src="[^"<>]*"/, 'src'));
  const property = fc.property(hostileText, (text) => {
    expect(usual(text)).toEqual(usual('Thanks'));
  });
  fc.assert(property, cases());
});
