import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, startGateway } from '#gateway.test-setup.ts';

const files = {
  'index.html': '<title>the app</title>',
  'favicon.svg': '<svg/>',
  'pages/index.html': '<link rel="canonical" href="%PUBLIC_URL%/"><script id="site">%SITE_JSON%</script>',
  'pages/pricing.html': '<title>pricing</title>%OPERATOR_NAME%',
  'pages/docs.html': '<title>docs</title>',
  'pages/docs/limits.html': '<title>limits</title>',
  'pages/404.html': '<title>not found</title>',
  'pages/robots.txt': 'Sitemap: %PUBLIC_URL%/sitemap.xml',
  'pages/sitemap.xml': '<loc>%PUBLIC_URL%/pricing</loc>',
  'pages/llms.txt': '- [Limits](%PUBLIC_URL%/docs/limits.md): limits',
  'pages/docs.md': '# Docs',
  'pages/docs/limits.md': '# Limits of %PUBLIC_URL%',
};

const start = (operator: Record<string, string> = {}) => startGateway({ files, operator });

describe('a public page', () => {
  it.each([
    ['/pricing', 'pricing'],
    ['/docs', 'docs'],
    ['/docs/limits', 'limits'],
    ['/pricing?from=mail', 'pricing'],
  ])('%s is the one that was built', async (path, title) => {
    const { url } = await start();
    const { status, headers, body } = await ask(url + path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['x-robots-tag']).toBeUndefined();
    expect(body).toContain(`<title>${title}</title>`);
  });

  it('names the address of this installation, for robots too', async () => {
    const { url } = await start();
    expect((await ask(url)).body).toContain('href="https://inlet.test/"');
    expect((await ask(`${url}/sitemap.xml`)).body).toBe('<loc>https://inlet.test/pricing</loc>');
    const robots = await ask(`${url}/robots.txt`);
    expect(robots.body).toBe('Sitemap: https://inlet.test/sitemap.xml');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('is served as Markdown too, if it belongs to the documentation, and listed for programs', async () => {
    const { url } = await start();
    const limits = await ask(`${url}/docs/limits.md`);
    expect([limits.status, limits.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(limits.body).toBe('# Limits of https://inlet.test');
    expect((await ask(`${url}/docs.md`)).body).toBe('# Docs');
    const list = await ask(`${url}/llms.txt`);
    expect(list.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(list.body).toBe('- [Limits](https://inlet.test/docs/limits.md): limits');
    for (const path of ['/docs/nothing.md', '/pricing.md', '/docs/../limits.md', '/pages/docs.md', '/docs/a/b.md']) {
      expect([path, (await ask(url + path)).status]).toEqual([path, 404]);
    }
  });

  it('names its operator, with any character in the name', async () => {
    const name = 'Ada & </script><b>"Söhne" %PUBLIC_URL%';
    const { url } = await start({ OPERATOR_NAME: name });
    expect((await ask(`${url}/pricing`)).body).toContain(
      'Ada &amp; &lt;/script&gt;&lt;b&gt;&quot;Söhne&quot; %PUBLIC_URL%',
    );
    const { body } = await ask(url);
    const [, json = ''] = /<script id="site">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json)).toMatchObject({ publicUrl: 'https://inlet.test', operator: { name } });
  });

  it('shows in brackets what nobody has filled in', async () => {
    const { url } = await start();
    expect((await ask(`${url}/pricing`)).body).toContain('[name of the operator]');
  });

  it('is asked for anew each time, and not sent again to a browser that has it', async () => {
    const { url } = await start();
    const { headers } = await ask(`${url}/pricing`);
    expect(headers['cache-control']).toBe('no-cache');
    const again = await ask(`${url}/pricing`, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(again).toMatchObject({ status: 304, body: '' });
    const changed = await start({ OPERATOR_NAME: 'Somebody else' });
    expect((await ask(`${changed.url}/pricing`)).headers.etag).not.toBe(headers.etag);
  });

  it('is read again when a build has changed it', async () => {
    const { url, webRoot } = await start();
    const file = join(webRoot, 'pages/pricing.html');
    expect((await ask(`${url}/pricing`)).body).toContain('pricing');
    await writeFile(file, 'the next release');
    expect((await ask(`${url}/pricing`)).body).toBe('the next release');
    await rm(file);
    expect((await ask(`${url}/pricing`)).status).toBe(200);
    expect((await ask(`${url}/pricing`)).body).toContain('the app');
  });

  it.each([
    ['/pricing/', '/pricing'],
    ['/docs/limits/?q=1', '/docs/limits?q=1'],
  ])('%s leads to its one address', async (path, location) => {
    const { url } = await start();
    expect(await ask(url + path)).toMatchObject({ status: 308, headers: { location } });
  });
});

describe('an address that can be nothing', () => {
  it.each([
    '/docs/unknown',
    '/docs/limits/more',
    '/docs//limits',
    '/pricing/x',
    '/wp-login.php',
    '/.env',
    '/index.html',
    '/pages/pricing.html',
    '/pages',
    '/favicon.ico',
    '/.well-known/security.txt',
  ])('%s is a 404 with a page', async (path) => {
    const { url } = await start();
    const { status, headers, body } = await ask(url + path);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('not found');
  });
});

describe('an address that no file system takes', () => {
  const long = 'a'.repeat(300);

  const paths = [
    `/${long}`,
    `/docs/${long}`,
    `/${'a/'.repeat(3_000)}`,
    `/${long}.svg`,
    `/assets/${long}.js`,
    '/%00',
    '/a%00b.svg',
    '/assets/a%00.js',
    '/%ff',
    '/%',
    '/assets/%',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%5c..%5cx',
    '/.well-known/%00',
    '/docs',
    '/assets/',
    '//',
  ];
  it.each(paths.map((path) => [path.slice(0, 40), path] as const))('%s is no failure of ours', async (_what, path) => {
    const gateway = await start();
    const { status } = await ask(gateway.url + path);
    expect(status).toBeLessThan(500);
    expect(gateway.logged).not.toContain('http: request failed');
  });

  it('is a 404 where its name is too long for a page', async () => {
    const { url } = await start();
    expect(await ask(`${url}/docs/${long}`)).toMatchObject({ status: 404 });
  });
});

describe('any other address', () => {
  it.each(['/dashboard', '/forms/abc', '/nothing', '/404', '/index', '//evil.test/', '/Pricing'])(
    '%s is the app, which search engines do not list',
    async (path) => {
      const { url } = await start();
      const { status, headers, body } = await ask(url + path);
      expect(status).toBe(200);
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(body).toContain('the app');
    },
  );

  it('is still a file where there is one', async () => {
    const { url } = await start();
    const { status, headers } = await ask(`${url}/favicon.svg`);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=3600');
  });
});

describe('security.txt', () => {
  it('says where to report a weakness, and never runs out', async () => {
    const { url } = await start({ OPERATOR_EMAIL: 'security@inlet.test' });
    const { status, headers, body } = await ask(`${url}/.well-known/security.txt`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain('Contact: mailto:security@inlet.test\n');
    expect(body).toContain('Canonical: https://inlet.test/.well-known/security.txt\n');
    const expires = Date.parse(/Expires: (.*)/.exec(body)?.[1] ?? '');
    const daysAhead = (expires - Date.now()) / 86_400_000;
    expect(daysAhead).toBeGreaterThan(100);
    expect(daysAhead).toBeLessThan(365);
  });
});

describe('what a page says of idle accounts', () => {
  const terms = '<p>Kept</p>%IDLE_ACCOUNTS%<p>\nends</p>%END_IDLE_ACCOUNTS%<p>.</p>';
  const all = { ...files, 'pages/terms.html': terms, 'pages-without-plans/terms.html': terms };
  it.each<[Record<string, string>, string]>([
    [{}, '<p>Kept</p><p>\nends</p><p>.</p>'],
    [{ IDLE_ACCOUNTS: 'keep' }, '<p>Kept</p><p>.</p>'],
    [{ BILLING: 'off' }, '<p>Kept</p><p>.</p>'],
    [{ BILLING: 'off', IDLE_ACCOUNTS: 'delete' }, '<p>Kept</p><p>\nends</p><p>.</p>'],
  ])('is what account does with %j', async (operator, body) => {
    const { url } = await startGateway({ files: all, operator });
    expect((await ask(`${url}/terms`)).body).toBe(body);
  });
});

describe('an installation without payments', () => {
  it('has pages without plans, and no page of prices', async () => {
    const without = {
      'pages-without-plans/index.html': '<title>no plans</title><script id="site">%SITE_JSON%</script>',
      'pages-without-plans/404.html': '<title>not found</title>',
    };
    const operator = { BILLING: 'off', LANDING: 'on' };
    const { url } = await startGateway({ files: { ...files, ...without }, operator });
    const { body } = await ask(url);
    expect(body).toContain('<title>no plans</title>');
    expect(body).toContain('"sellsPlans":false');
    const prices = await ask(`${url}/pricing`);
    expect([prices.status, prices.headers.location]).toEqual([302, '/']);
    expect((await ask(`${url}/pages-without-plans/index.html`)).status).toBe(404);
  });

  it('begins with the sign-in, without the parts of pages that lead to the landing page', async () => {
    const page = '<p>%LANDING%<a href="/#demo">Demo</a>%END_LANDING%</p>';
    const all = { ...files, 'pages/docs.html': page, 'pages-without-plans/docs.html': page };
    const bodyOf = async (operator: Record<string, string>) => {
      const { url } = await startGateway({ files: all, operator });
      const { status, headers } = await ask(`${url}/?from=mail`);
      return [status, headers.location, (await ask(`${url}/docs`)).body];
    };
    expect(await bodyOf({ BILLING: 'off' })).toEqual([302, '/auth', '<p></p>']);
    expect(await bodyOf({ LANDING: 'off' })).toEqual([200, undefined, '<p><a href="/#demo">Demo</a></p>']);
  });
});

it.each<[Record<string, string>, string]>([
  [{}, '<a>Join</a>'],
  [{ SIGN_UP: 'open' }, '<a>Create</a>'],
])('the main button is the one of the sign-up with %j', async (operator, body) => {
  const page = '%SIGN_UP_OPEN%<a>Create</a>%END_SIGN_UP_OPEN%%SIGN_UP_INVITE%<a>Join</a>%END_SIGN_UP_INVITE%';
  const { url } = await startGateway({ files: { ...files, 'pages/terms.html': page }, operator });
  expect((await ask(`${url}/terms`)).body).toBe(body);
});
