import { createHash } from 'node:crypto';
import versions from '@inlet/client/versions.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { ask, startGateway } from '#gateway.test-setup.ts';

const all = Object.entries(versions);
const [newest = ''] = all.at(-1) ?? [];
const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const openToAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

it.each(all)(
  'version %s of the script has the recorded bytes, for a year and for every website',
  async (version, integrity) => {
    const { url } = await startGateway();
    const { status, headers, body } = await ask(`${url}/inlet-${version}.js`);
    expect(status).toBe(200);
    expect(integrityOf(body)).toBe(integrity);
    expect(headers).toMatchObject({
      ...openToAll,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  },
);

describe('/inlet.js', () => {
  it('is the newest version, which a browser has for five minutes and then asks about', async () => {
    const { url } = await startGateway();
    const { headers, body } = await ask(`${url}/inlet.js`);
    expect(body).toBe((await ask(`${url}/inlet-${newest}.js`)).body);
    expect(headers).toMatchObject({ ...openToAll, 'cache-control': 'public, max-age=300' });
    const again = await ask(`${url}/inlet.js`, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(again).toMatchObject({ status: 304, body: '', headers: openToAll });
  });

  it.each(['br', 'gzip'])('is compressed by %s', async (encoding) => {
    const { url } = await startGateway();
    const response = await fetch(`${url}/inlet.js`, { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(integrityOf(await response.text())).toBe(all.at(-1)?.[1]);
  });

  it('answers HEAD', async () => {
    const { url } = await startGateway();
    expect(await ask(`${url}/inlet.js`, { method: 'HEAD' })).toMatchObject({
      status: 200,
      body: '',
      headers: openToAll,
    });
  });
});

describe('a version that never was', () => {
  it.each(['9.9.9', '0.1', 'constructor', '0.1.0%0Aalert(1)'])(
    'is a 404 that names the newest: %s',
    async (version) => {
      const { url } = await startGateway();
      const { status, headers, body } = await ask(`${url}/inlet-${version}.js`);
      expect(status).toBe(404);
      expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
      expect(body).toBe(
        `// There is no such version. The newest is ${newest}: https://inlet.test/inlet-${newest}.js\n`,
      );
    },
  );
});
