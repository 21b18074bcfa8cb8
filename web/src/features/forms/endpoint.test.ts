import { describe, expect, it } from 'vitest';
import { curlCommand, endpointPath } from '#features/forms/endpoint.ts';

const endpointUrl = 'https://forms.example.net/api/forms/k3v9x0q2m7ab';

describe('the command that sends a submission', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://*.example.com', 'https://www.example.com'],
    ['localhost:3000', 'http://localhost:3000'],
  ])('claims an origin that the entry %s admits', (entry, origin) => {
    expect(curlCommand({ endpointUrl, allowedOrigins: [entry] })).toContain(`-H 'Origin: ${origin}'`);
  });

  it('claims none where any website may send', () => {
    expect(curlCommand({ endpointUrl, allowedOrigins: [] })).not.toContain('Origin');
  });

  it('lets no quote in an address break out into the shell', () => {
    const command = curlCommand({ endpointUrl: "https://a.example/'; rm -rf ~ #", allowedOrigins: [] });
    expect(command).toContain(`curl 'https://a.example/'\\''; rm -rf ~ #'`);
  });
});

it('the path of an endpoint leaves out the host', () => {
  expect(endpointPath(endpointUrl)).toBe('/api/forms/k3v9x0q2m7ab');
});
