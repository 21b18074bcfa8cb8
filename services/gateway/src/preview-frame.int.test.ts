import { expect, it } from 'vitest';
import { ask, startGateway } from '#gateway.test-setup.ts';

const files = {
  'index.html': '<!doctype html><title>Inlet</title>',
  'preview-frame.html': '<!doctype html><title>Preview</title>',
  'preview-frame.js': 'addEventListener();',
  'fonts/inter-latin.woff2': 'a font',
};

it('the document of previews is framed by the app alone, and runs its own script in a sandbox', async () => {
  const { url } = await startGateway({ files });
  const { status, headers, body } = await ask(`${url}/preview-frame.html`);
  expect([status, body]).toEqual([200, files['preview-frame.html']]);
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "font-src 'self'",
    'img-src https:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ]);
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
});

it('no other page of the app may be framed, or load what comes from elsewhere', async () => {
  const { url } = await startGateway({ files });
  for (const path of ['/', '/forms/abc', '/preview-frame']) {
    const { headers } = await ask(url + path);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toMatch(/default-src 'self';.*frame-ancestors 'none'/);
  }
});

it('its script and the typeface can be loaded from any page', async () => {
  const { url } = await startGateway({ files });
  for (const [path, type] of [
    ['/preview-frame.js', 'text/javascript; charset=utf-8'],
    ['/fonts/inter-latin.woff2', 'font/woff2'],
  ]) {
    const { status, headers } = await ask(url + path);
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  }
  const { headers } = await ask(`${url}/preview-frame.html`);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
});
