import { expect, it } from 'vitest';
import { loadConfig } from '#config.ts';

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
