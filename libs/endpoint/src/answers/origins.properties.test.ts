import { compileOriginRule, exampleOrigin, normaliseOrigin, requestOrigin } from '@inlet/contracts/origins';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const host = fc.constantFrom(
  'example.com',
  'www.example.com',
  'evil.com',
  'a.b.example.com',
  'localhost',
  '127.0.0.1',
  '[::1]',
);
const marks = [
  '',
  ' ',
  '.',
  '*.',
  '@',
  '\\',
  '/',
  '//',
  '?',
  '#',
  ':',
  ':443',
  ':80',
  ':8443',
  '%2e',
  '\t',
  '\n',
  '\0',
  'é',
  '。',
  '\u00ad',
  '／',
  '＠',
];
const mark = fc.constantFrom(...marks, 'EXAMPLE', 'xn--', 'null', 'javascript:');
const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:', 'https:\\\\', 'ftp://', 'https://*.', '');
/** Texts that look like an origin, but often are not. */
const nearOrigin = fc
  .tuple(scheme, mark, host, mark, fc.constantFrom('', 'example.com', 'evil.com'), mark)
  .map((parts) => parts.join(''));
const anyText = fc.oneof(nearOrigin, hostileText, fc.webUrl());

it('an entry stays as it is once it has its form, and admits its own example', () => {
  const property = fc.property(anyText, (entry) => {
    const origin = normaliseOrigin(entry);
    if (origin === null) return;
    expect(normaliseOrigin(origin)).toBe(origin);
    expect(compileOriginRule([origin])(exampleOrigin(origin))).toBe(true);
  });
  fc.assert(property, cases(1_000));
});

const entries = [
  'https://example.com',
  'https://*.example.com',
  'https://www.example.com:8443',
  'localhost:3000',
  '127.0.0.1:80',
];

it('an entry admits nothing that leads to another host', () => {
  const property = fc.property(fc.constantFrom(...entries), anyText, (entry, origin) => {
    if (!compileOriginRule([entry])(origin)) return;
    const { protocol, hostname, port, pathname, username, search, hash } = new URL(origin);
    expect([pathname, username, search, hash]).toEqual(['/', '', '', '']);
    const meant = new URL(exampleOrigin(entry));
    expect([protocol, port]).toEqual([meant.protocol, meant.port]);
    const name = hostname.replace(/\.$/, '');
    if (entry.startsWith('https://*.')) expect(name).toMatch(/.\.example\.com$/);
    else expect(name).toBe(meant.hostname);
  });
  fc.assert(property, cases(1_000));
});

it('the origin of a request is one that a browser could claim, or the header as it came', () => {
  const header = fc.option(anyText, { nil: undefined });
  const property = fc.property(header, header, (origin, referer) => {
    const claimed = requestOrigin({ origin, referer });
    if (origin === undefined && claimed !== null) expect(new URL(claimed).origin).toBe(claimed);
    else if (claimed !== null) expect(claimed).toBe(origin);
  });
  fc.assert(property, cases());
});
