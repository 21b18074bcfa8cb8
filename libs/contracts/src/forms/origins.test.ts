import { describe, expect, it } from 'vitest';
import { compileOriginRule, exampleOrigin, normaliseOrigin, originMessage, requestOrigin } from '#forms/origins.ts';

const accepted = [
  ['https://example.com', 'https://example.com'],
  ['https://example.com/', 'https://example.com'],
  ['  https://example.com\n', 'https://example.com'],
  ['HTTPS://Example.COM', 'https://example.com'],
  ['https://example.com.', 'https://example.com'],
  ['https://example.com./', 'https://example.com'],
  ['https://example.com.:8443', 'https://example.com:8443'],
  ['https://example.com:443', 'https://example.com'],
  ['https://example.com:443/', 'https://example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['https://example.com:80', 'https://example.com:80'],
  ['https://example.com:0443', 'https://example.com'],
  ['https://a.b.c.d.example.com', 'https://a.b.c.d.example.com'],
  ['https://my_site.example.com', 'https://my_site.example.com'],
  ['https://müller.de', 'https://xn--mller-kva.de'],
  ['https://MÜLLER.de/', 'https://xn--mller-kva.de'],
  ['https://xn--mller-kva.de', 'https://xn--mller-kva.de'],
  ['https://例え.jp', 'https://xn--r8jz45g.jp'],
  ['https://example。com', 'https://example.com'],
  ['https://localhost:3000', 'https://localhost:3000'],
  ['https://intranet', 'https://intranet'],
  ['https://192.168.0.1', 'https://192.168.0.1'],
  ['https://192.168.0.1:8443', 'https://192.168.0.1:8443'],
  ['https://0x7f.1', 'https://127.0.0.1'],
  ['https://[::1]', 'https://[::1]'],
  ['https://[2001:DB8:0:0::1]:8443/', 'https://[2001:db8::1]:8443'],
  ['https://example.com.evil.com', 'https://example.com.evil.com'],
  ['https://*.example.com', 'https://*.example.com'],
  ['https://*.Example.com/', 'https://*.example.com'],
  ['HTTPS://*.example.com', 'https://*.example.com'],
  ['https://*.example.com.', 'https://*.example.com'],
  ['https://*.example.com:443', 'https://*.example.com'],
  ['https://*.example.com:8443', 'https://*.example.com:8443'],
  ['https://*.shop.example.co.uk', 'https://*.shop.example.co.uk'],
  ['https://*.müller.de', 'https://*.xn--mller-kva.de'],
  ['localhost:3000', 'localhost:3000'],
  ['LocalHost:3000', 'localhost:3000'],
  ['http://localhost:3000', 'localhost:3000'],
  ['HTTP://localhost:3000/', 'localhost:3000'],
  ['localhost:3000/', 'localhost:3000'],
  ['localhost:80', 'localhost:80'],
  ['localhost:03000', 'localhost:3000'],
  ['localhost:1', 'localhost:1'],
  ['localhost:65535', 'localhost:65535'],
  ['127.0.0.1:5500', '127.0.0.1:5500'],
  ['http://127.0.0.1:5500/', '127.0.0.1:5500'],
] as const;

const refused = [
  '',
  '   ',
  'example.com',
  'www.example.com:443',
  '//example.com',
  'https',
  'https:',
  'https:/',
  'https://',
  'https:///',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'http://example.com',
  'http://example.com:443',
  'ftp://example.com',
  'ws://example.com',
  'javascript:alert(1)',
  'javascript://example.com',
  'data:text/html,hello',
  'file:///etc/passwd',
  'null',
  'undefined',
  '*',
  'https://*',
  'https://*.',
  'https://*./',
  'https://*.com',
  'https://*.com.',
  'https://*.com:443',
  'https://*。com',
  'https://*.com。',
  'https://*.%63om',
  'https://%2A.example.com',
  'https://*.*.example.com',
  'https://*.%2A.com',
  'https://*example.com',
  'https://www.*.com',
  'https://example.*',
  'https://*.localhost',
  'https://*.localhost:3000',
  'https://*.127.0.0.1',
  'https://*.1.2',
  'https://*.[::1]',
  'https://*..example.com',
  'https://*.example..com',
  'https://*.example.com..',
  'https://*./example.com',
  'https://*.@evil.com',
  'https://*.example.com@evil.com',
  'https://*.example.com/path',
  'https://*.https://example.com',
  '*.example.com',
  'http://*.example.com',
  'https://.',
  'https://..',
  'https://.example.com',
  'https://example..com',
  'https://example.com..',
  'https://example.com/path',
  'https://example.com//',
  'https://example.com/.',
  'https://example.com/..',
  'https://example.com/%2e',
  'https://example.com?',
  'https://example.com?a=b',
  'https://example.com/?',
  'https://example.com#',
  'https://example.com/#top',
  'https://@example.com',
  'https://:@example.com',
  'https://user@example.com',
  'https://user:password@example.com',
  'https://example.com@evil.com',
  'https://example.com:443@evil.com',
  'https://example.com\\',
  'https:\\\\example.com',
  'https://example.com\\@evil.com',
  'https://evil.com\\.example.com',
  'https://exam ple.com',
  'https://exam\tple.com',
  'https://exam\nple.com',
  'https://example.com /',
  'https://example.com\0',
  'https://example.com\u0001',
  'https://example.com,https://evil.com',
  'https://example.com https://evil.com',
  'https://example.com:0',
  'https://example.com:65536',
  'https://example.com:port',
  'https://example.com:80:90',
  'https://[::1',
  'https://::1',
  'https://[::g]',
  'https://256.256.256.256',
  'localhost',
  'localhost:',
  'localhost:0',
  'localhost:65536',
  'localhost:99999',
  'localhost:123456',
  'localhost:-1',
  'localhost:3000a',
  'localhost:3000/path',
  'localhost:3000//',
  'localhost:3000?a',
  'localhost :3000',
  'localhost: 3000',
  'localhost:3000:3000',
  'localhost:*',
  'localhost.:3000',
  'http://localhost',
  'http://localhost/',
  'http://user@localhost:3000',
  'http://localhost:3000@evil.com',
  'http://evil.com/localhost:3000',
  'evil-localhost:3000',
];

describe('normaliseOrigin', () => {
  it.each(accepted)('brings %j into the form %j', (entry, origin) => {
    expect(normaliseOrigin(entry)).toBe(origin);
  });

  it.each(accepted)('leaves the result for %j as it is when it meets it again', (entry) => {
    const origin = normaliseOrigin(entry);
    expect(origin).not.toBeNull();
    expect(normaliseOrigin(origin ?? '')).toBe(origin);
  });

  it.each(refused)('refuses %j', (entry) => {
    expect(normaliseOrigin(entry)).toBeNull();
  });

  it('reports for every refused entry how an origin must start', () => {
    expect(originMessage).toBe('Origin must start with https://');
  });
});

describe('compileOriginRule', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com', 'https://example.com:443'],
    ['https://example.com', 'https://example.com.'],
    ['https://example.com', 'https://EXAMPLE.com'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com:8443', 'https://example.com:8443'],
    ['https://example.com:8443', 'https://example.com.:8443'],
    ['https://xn--mller-kva.de', 'https://xn--mller-kva.de'],
    ['https://xn--mller-kva.de', 'https://müller.de'],
    ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
    ['https://*.example.com', 'https://www.example.com'],
    ['https://*.example.com', 'https://a.b.c.d.example.com'],
    ['https://*.example.com', 'https://WWW.example.com'],
    ['https://*.example.com', 'https://www.example.com.'],
    ['https://*.example.com', 'https://www.example.com:443'],
    ['https://*.example.com:8443', 'https://www.example.com:8443'],
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost:3000', 'http://LOCALHOST:3000'],
    ['localhost:80', 'http://localhost'],
    ['localhost:80', 'http://localhost:80'],
    ['127.0.0.1:5500', 'http://127.0.0.1:5500'],
    ['127.0.0.1:80', 'http://127.0.0.1'],
  ])('lets %s admit %s', (entry, origin) => {
    expect(compileOriginRule([entry])(origin)).toBe(true);
  });

  it.each([
    ['https://example.com', null],
    ['https://example.com', ''],
    ['https://example.com', 'null'],
    ['https://example.com', 'example.com'],
    ['https://example.com', 'http://example.com'],
    ['https://example.com', 'https://www.example.com'],
    ['https://example.com', 'https://example.com:8443'],
    ['https://example.com', 'https://example.com.evil.com'],
    ['https://example.com', 'https://example.com@evil.com'],
    ['https://example.com', 'https://evil.com/https://example.com'],
    ['https://example.com', 'https://example.com/path'],
    ['https://example.com', 'https://example.com?'],
    ['https://example.com', 'https://evilexample.com'],
    ['https://example.com', 'https://exаmple.com'],
    ['https://example.com:8443', 'https://example.com'],
    ['https://example.com:8443', 'https://example.com:443'],
    ['https://*.example.com', null],
    ['https://*.example.com', 'null'],
    ['https://*.example.com', 'https://example.com'],
    ['https://*.example.com', 'https://.example.com'],
    ['https://*.example.com', 'https://*.example.com@evil.com'],
    ['https://*.example.com', 'http://www.example.com'],
    ['https://*.example.com', 'https://evilexample.com'],
    ['https://*.example.com', 'https://www.evilexample.com'],
    ['https://*.example.com', 'https://www.example.com.evil.com'],
    ['https://*.example.com', 'https://evil.com\\.example.com'],
    ['https://*.example.com', 'https://evil.com/.example.com'],
    ['https://*.example.com', 'https://evil.com?.example.com'],
    ['https://*.example.com', 'https://evil.com#.example.com'],
    ['https://*.example.com', 'https://user@www.example.com'],
    ['https://*.example.com', 'https://www.example.com:8443'],
    ['https://*.example.com:8443', 'https://www.example.com'],
    ['https://*.example.com', 'javascript://www.example.com'],
    ['localhost:3000', 'https://localhost:3000'],
    ['localhost:3000', 'http://localhost:3001'],
    ['localhost:3000', 'http://localhost'],
    ['localhost:3000', 'http://127.0.0.1:3000'],
    ['127.0.0.1:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'https://127.0.0.1:3000'],
    ['localhost:3000', 'http://www.localhost:3000'],
    ['localhost:3000', 'http://localhost:3000.evil.com'],
    ['localhost:3000', 'localhost:3000'],
    ['https://localhost:3000', 'http://localhost:3000'],
  ])('lets %s refuse %j', (entry, origin) => {
    expect(compileOriginRule([entry])(origin)).toBe(false);
  });

  it.each(['https://anywhere.com', 'http://localhost:1', 'not an origin', '', null])(
    'admits %j by an empty list',
    (origin) => {
      expect(compileOriginRule([])(origin)).toBe(true);
    },
  );

  it('admits what any entry of a longer list admits', () => {
    const rule = compileOriginRule([
      'https://one.com',
      'https://*.two.com',
      'https://*.three.com:8443',
      'localhost:3000',
    ]);
    const origins = ['https://one.com', 'https://a.two.com', 'https://a.three.com:8443', 'http://localhost:3000'];
    expect(origins.map(rule)).toEqual([true, true, true, true]);
    expect(rule('https://four.com')).toBe(false);
  });

  it.each(accepted.filter(([, origin]) => !origin.includes('*')))('admits by %j the site it names', (entry, origin) => {
    const site = origin.startsWith('https:') ? origin : `http://${origin}`;
    expect(compileOriginRule([normaliseOrigin(entry) ?? ''])(site)).toBe(true);
  });
});

describe('exampleOrigin', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://*.example.com', 'https://www.example.com'],
    ['https://*.example.com:8443', 'https://www.example.com:8443'],
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost:80', 'http://localhost:80'],
  ])('of %s is %s, which the entry admits', (entry, origin) => {
    expect(exampleOrigin(entry)).toBe(origin);
    expect(compileOriginRule([entry])(origin)).toBe(true);
  });
});

describe('requestOrigin', () => {
  it.each([
    [{ origin: 'https://example.com' }, 'https://example.com'],
    [{ origin: 'https://example.com', referer: 'https://other.com/page' }, 'https://example.com'],
    [{ origin: 'null' }, null],
    [{ origin: 'null', referer: 'https://example.com/page' }, null],
    [{ origin: '' }, null],
    [{ origin: '', referer: 'https://example.com/page' }, null],
    [{ referer: 'https://example.com/contact?from=mail#form' }, 'https://example.com'],
    [{ referer: 'https://example.com:8443/contact' }, 'https://example.com:8443'],
    [{ referer: 'https://user:password@example.com/contact' }, 'https://example.com'],
    [{ referer: 'http://localhost:3000/' }, 'http://localhost:3000'],
    [{ origin: undefined, referer: 'https://EXAMPLE.com:443/' }, 'https://example.com'],
    [{ referer: 'https://evil.com/https://example.com' }, 'https://evil.com'],
    [{ referer: 'about:client' }, null],
    [{ referer: 'data:text/html,hello' }, null],
    [{ referer: 'file:///home/page.html' }, null],
    [{ referer: '/contact' }, null],
    [{ referer: 'example.com' }, null],
    [{ referer: '' }, null],
    [{}, null],
  ])('reads from %j the origin %j', (headers, origin) => {
    expect(requestOrigin(headers)).toBe(origin);
  });
});
