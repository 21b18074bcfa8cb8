import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig, requireWebApp } from '#config.ts';

const complete = {
  INGEST_URL: 'http://ingest:8081/',
  ACCOUNT_URL: 'http://account:8082',
  INTERNAL_TOKEN: '0123456789abcdef0123456789abcdef',
  PUBLIC_URL: 'https://inlet.test',
  WEB_ROOT: '/web',
};

it('reads the addresses of both services', () => {
  expect(loadConfig(complete)).toMatchObject({ INGEST_URL: 'http://ingest:8081', ACCOUNT_URL: 'http://account:8082' });
});

it.each(['INGEST_URL', 'ACCOUNT_URL'])('refuses an %s of HTTPS, which it would not speak', (name) => {
  expect(() => loadConfig({ ...complete, [name]: 'https://service:8443' })).toThrow(
    `  ${name}: must be an http:// address`,
  );
});

it('refuses a public address with a path, and no number of proxies in words', () => {
  expect(() => loadConfig({ ...complete, PUBLIC_URL: 'https://inlet.test/forms', TRUSTED_PROXIES: 'two' })).toThrow(
    '  TRUSTED_PROXIES: must be a whole number from 0 to 10\n  PUBLIC_URL: must have no path, as in https://forms.example.com',
  );
});

it('refuses a folder without the web app in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-web-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = loadConfig({ ...complete, WEB_ROOT: folder });
  expect(() => requireWebApp(config)).toThrow('  WEB_ROOT: must be the folder of the built web app');
  expect(() => requireWebApp({ ...config, INLET_MODE: 'local' })).not.toThrow();
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  expect(() => requireWebApp(config)).not.toThrow();
});
