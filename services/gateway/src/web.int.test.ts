import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ask, startGateway } from '#gateway.test-setup.ts';

const page = `<!doctype html><title>Inlet</title>${'<p>a page that is worth compressing</p>'.repeat(100)}`;
const script = `console.log('${'x'.repeat(2_000)}');`;
const compressed: Readonly<Record<string, Buffer>> = { br: brotliCompressSync(script), gzip: gzipSync(script) };
const files = {
  'index.html': page,
  'robots.txt': 'User-agent: *',
  'assets/app-Bx81hs2k.js': script,
  'assets/app-Bx81hs2k.js.br': compressed.br ?? '',
  'assets/app-Bx81hs2k.js.gz': compressed.gzip ?? '',
  'assets/.secret': 'hidden',
};

const start = () => startGateway({ files });

describe("the app's page", () => {
  it('is asked for anew each time, so that a new release is seen at once', async () => {
    const { url } = await start();
    const { status, headers } = await ask(`${url}/forms/abc`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('is not sent again to a browser that has it', async () => {
    const { url } = await start();
    const { headers } = await ask(url);
    const again = await ask(url, { headers: { 'if-modified-since': headers['last-modified'] ?? '' } });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('is not there for an address that spells no text', async () => {
    const { url } = await start();
    expect((await ask(`${url}/%ff`)).status).toBe(404);
  });
});

describe('an asset', () => {
  it('is kept for a year and never asked for again, because its name changes with it', async () => {
    const { url } = await start();
    const { status, headers, body } = await ask(`${url}/assets/app-Bx81hs2k.js`);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(body).toBe(script);
  });

  it.each(['/assets/app-gone.js', '/assets/', '/assets', '/assets/.secret', '/assets/..%2findex.html'])(
    'that is missing is a 404 and not the page: %s',
    async (path) => {
      const { url } = await start();
      const { status, body } = await ask(url + path);
      expect(status).toBe(404);
      expect(body).not.toContain('<title>');
    },
  );

  it.each([
    ['a range outside of it', { range: 'bytes=999999-' }, 416],
    ['a version that it never had', { 'if-match': '"never"' }, 412],
  ])('refuses %s as the mistake of the one who asks', async (_, headers, status) => {
    const { url } = await start();
    const asset = `${url}/assets/app-Bx81hs2k.js`;
    expect((await ask(asset, { headers })).status).toBe(status);
    const response = await fetch(asset, { headers: { ...headers, 'accept-encoding': 'br' } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: expect.any(String) });
  });
});

describe('another file', () => {
  it('is served by its name', async () => {
    const { url } = await start();
    expect(await ask(`${url}/robots.txt`)).toMatchObject({ status: 200, body: 'User-agent: *' });
  });
});

describe('HEAD', () => {
  it.each(['/', '/forms/abc', '/assets/app-Bx81hs2k.js'])('%s answers as GET would, without a body', async (path) => {
    const { url } = await start();
    const [head, get] = await Promise.all([ask(url + path, { method: 'HEAD' }), ask(url + path)]);
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['cache-control']).toBe(get.headers['cache-control']);
  });
});

describe('compression', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
  ])('serves an asset to who understands %s as the build has compressed it: %s', async (accepted, encoding) => {
    const { url } = await start();
    const response = await fetch(`${url}/assets/app-Bx81hs2k.js`, { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-length')).toBe(String(compressed[encoding]?.length));
    expect(response.headers.get('content-type')?.toLowerCase()).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(await response.text()).toBe(script);
  });

  it('of a page is done as it is sent', async () => {
    const { url } = await start();
    const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe(page);
  });

  it('of a public page is thorough, because the longest is just small enough to be sent at once', async () => {
    // Real text, because repetitive text compresses well with any method.
    const long = await readFile(import.meta.filename, 'utf8');
    const { url } = await startGateway({ files: { 'pages/docs.html': long } });
    const [answer] = await once(get(`${url}/docs`, { headers: { 'accept-encoding': 'gzip, br' } }), 'response');
    const body = await buffer(answer);
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(body).toString()).toBe(long);
    const usual = brotliCompressSync(long, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    expect(body.length).toBeLessThan(usual.length * 0.97);
  });

  it('is not claimed for an asset that went with an older release', async () => {
    const { url, webRoot } = await start();
    await rm(join(webRoot, 'assets'), { recursive: true });
    const response = await fetch(`${url}/assets/app-Bx81hs2k.js`, { headers: { 'accept-encoding': 'br' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });

  it('leaves the others alone', async () => {
    const { url } = await start();
    const { headers, body } = await ask(url, { headers: { 'accept-encoding': 'identity' } });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toBe(page);
    const asset = await ask(`${url}/assets/app-Bx81hs2k.js`, { headers: { 'accept-encoding': 'identity' } });
    expect(asset.headers['content-encoding']).toBeUndefined();
    expect(asset.body).toBe(script);
  });
});

describe('the security headers', () => {
  it.each(['/', '/assets/app-Bx81hs2k.js', '/assets/app-gone.js'])('stand on the answer of %s', async (path) => {
    const { url } = await start();
    const { headers } = await ask(url + path);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringMatching(/(^|, )camera=\(\), .*microphone=\(\)/),
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('let nothing run, load or frame the page that is not ours', async () => {
    const { url } = await start();
    const policy = String((await ask(url)).headers['content-security-policy']);
    expect(policy.split(';').toSorted()).toEqual([
      "base-uri 'none'",
      "default-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "object-src 'none'",
    ]);
    expect(policy).not.toMatch(/unsafe|\*|http:/);
  });
});
