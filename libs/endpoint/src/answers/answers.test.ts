import { wordsOf } from '@inlet/contracts/languages/words';
import { compileOriginRule } from '@inlet/contracts/origins';
import { submissionLimitMessage } from '@inlet/contracts/submit-answers';
import { renderPage } from '@inlet/contracts/visitor-pages/page-layout';
import { howToUsePage, refusalPage, thanksPage } from '@inlet/contracts/visitor-pages/pages';
import { HttpError } from '@inlet/http/errors';
import { describe, expect, it } from 'vitest';
import { acceptedRedirect } from '#answers/accepted-redirect.ts';
import { backAddress } from '#answers/pages.ts';
import { presentFailure, presentRefusal } from '#answers/present-answers.ts';
import { wantsHtml } from '#answers/wants-html.ts';
import {
  bodyTooLarge,
  formInactive,
  monthFull,
  originNotAllowed,
  submissionLimitReached,
} from '#refusals/submit-errors.ts';

const english = wordsOf('en');
const frame = { fontUrl: 'https://inlet.example/fonts/inter-latin.woff2' };
const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a page is what is wanted by', () => {
  it.each([
    [
      'a browser that sends a form',
      true,
      { accept: browserAccept, 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['a browser that sends a form with files', true, { accept: browserAccept, 'content-type': 'multipart/form-data' }],
    ['a script that sends JSON', false, { accept: '*/*', 'content-type': 'application/json' }],
    ['a script that asks for JSON', false, { accept: 'application/json' }],
    ['a script that takes both', false, { accept: 'text/html, application/json' }],
    ['a script that names itself', false, { accept: browserAccept, 'x-requested-with': 'XMLHttpRequest' }],
    ['a browser that sends JSON', false, { accept: browserAccept, 'content-type': 'application/json' }],
    ['who takes anything', false, { accept: '*/*' }],
    ['who says nothing', false, {}],
  ])('%s: %s', (_who, expected, headers) => {
    expect(wantsHtml(headers)).toBe(expected);
  });
});

describe('a redirect', () => {
  function form(allowedOrigins: string[]) {
    const allows = compileOriginRule(allowedOrigins);
    return {
      id: 'f',
      userId: 'u',
      name: 'n',
      isActive: true,
      submissionLimit: 1,
      byteLimit: 1_000_000_000_000,
      bodyMaxBytes: null,
      allowedOrigins,
      allows,
    };
  }
  const own = 'https://example.com';
  const longAddress = (length: number) => `${own}/`.padEnd(length, 'x');

  it.each([
    [
      'within the allowed origins',
      ['https://example.com'],
      own,
      'https://example.com/thanks?x=1',
      'https://example.com/thanks?x=1',
    ],
    [
      'on an allowed subdomain',
      ['https://*.example.com'],
      'https://a.example.com',
      'https://b.example.com/',
      'https://b.example.com/',
    ],
    [
      'to the page that submitted, where every website may',
      [],
      own,
      'https://example.com/thanks',
      'https://example.com/thanks',
    ],
    ['elsewhere', ['https://example.com'], own, 'https://evil.example/', null],
    ['to a look-alike', ['https://example.com'], own, 'https://example.com.evil.com/', null],
    ['to a name before an at sign', ['https://example.com'], own, 'https://example.com@evil.com/', null],
    ['elsewhere, where every website may submit', [], own, 'https://evil.example/', null],
    ['where nobody knows who submitted', [], null, 'https://example.com/', null],
    ['to a script', [], own, 'javascript:alert(1)', null],
    ['to data', [], own, 'data:text/html,x', null],
    ['without a host', [], own, '/thanks', null],
    ['that is no address', [], own, 'thanks', null],
    ['that is not wanted', [], own, null, null],
    ['of 2,000 characters', [], own, longAddress(2_000), longAddress(2_000)],
    ['of more, which a proxy may not pass on,', [], own, longAddress(2_001), null],
    ['that is longer once it is escaped', [], own, `${own}/${'é'.repeat(1_000)}`, null],
  ])('%s is judged', (_what, allowedOrigins, origin, redirect, expected) => {
    expect(acceptedRedirect(redirect, form(allowedOrigins), origin)).toBe(expected);
  });
});

describe('a page', () => {
  const attack = `<script>alert('x')</script>"&`;
  const escaped = '&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;';

  it('shows a message as text', () => {
    expect(renderPage(thanksPage(english, attack, null), frame)).toContain(`<p>${escaped}</p>`);
    expect(renderPage(refusalPage(english, presentRefusal(new HttpError(422, 'c', attack)), null), frame)).toContain(
      `<p>${escaped}</p>`,
    );
  });

  it('tells visitors what a full month means for them, and programs what the owner can do', () => {
    const refusal = new HttpError(429, 'submission_limit_reached', submissionLimitMessage(1_000));
    const page = renderPage(refusalPage(english, presentRefusal(refusal), null), frame);
    expect(page).toContain('This form is not accepting messages at the moment');
    expect(page).not.toMatch(/limit|plan\b|1000/i);
    expect(presentFailure(refusal).error).toBe(submissionLimitMessage(1_000));
  });

  it.each([
    ['a website that is not allowed', originNotAllowed(), 'This website isn’t connected to the form.'],
    ['a form that is off', formInactive(), 'Form not found or inactive'],
    ['a full month', submissionLimitReached(100), 'This form is not accepting messages at the moment'],
    ['a full month where nothing is sold', monthFull(100), 'This form is not accepting messages at the moment'],
  ])('says to a visitor in plain words that a message was not sent: %s', (_why, refusal, words) => {
    const page = renderPage(refusalPage(english, presentRefusal(refusal), null), frame);
    expect(page).toContain('<h1>We couldn’t send your message</h1>');
    expect(page).toContain(words);
    expect(page).not.toMatch(/origin|upgrade|plan\b/i);
  });

  it('tells a visitor what to change, where that helps', () => {
    expect(renderPage(refusalPage(english, presentRefusal(bodyTooLarge(1_000_000)), null), frame)).toContain(
      'The submission is larger than 1 MB',
    );
  });

  it('links back to the page that sent the form', () => {
    expect(renderPage(thanksPage(english, null, 'https://example.com/?a="b"&c'), frame)).toContain(
      '<a class="button" href="https://example.com/?a=&quot;b&quot;&amp;c">Back to the website</a>',
    );
  });

  it.each([['javascript:alert(1)'], ['data:text/html,x'], ['not an address'], [''], [undefined]])(
    'links nowhere for %j',
    (referer) => {
      expect(backAddress(referer)).toBeNull();
    },
  );

  it('runs no script, and loads nothing but its typeface', () => {
    for (const page of [thanksPage(english, 'x', null), howToUsePage(english, 'https://inlet.example/f/abc')]) {
      const html = renderPage(page, frame);
      expect(html).not.toMatch(/<script|<link|<img|@import/i);
      expect(html.match(/url\([^)]*\)/gi)).toEqual([`url("${frame.fontUrl}")`]);
    }
  });

  it('shows how to use the endpoint with its own address', () => {
    expect(renderPage(howToUsePage(english, 'https://inlet.example/f/abc'), frame)).toContain(
      '&lt;form action=&quot;https://inlet.example/f/abc&quot; method=&quot;POST&quot;&gt;',
    );
  });
});
