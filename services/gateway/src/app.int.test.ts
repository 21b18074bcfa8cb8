import { describe, expect, it } from 'vitest';
import { ask, startGateway, startUpstream } from '#gateway.test-setup.ts';

const page = '<!doctype html><title>Inlet</title>';

async function startAll() {
  const named = (name: string) =>
    startUpstream((request, response) => {
      response.end(`${name} ${request.method} ${request.url}`);
    });
  const [ingest, account] = await Promise.all([named('ingest'), named('account')]);
  return startGateway({ ingest: ingest.url, account: account.url, files: { 'index.html': page } });
}

describe('the way of a request', () => {
  it.each([
    ['POST', '/api/forms/abc', 'ingest'],
    ['OPTIONS', '/api/forms/abc', 'ingest'],
    ['POST', '/f/abc?x=1', 'ingest'],
    ['GET', '/api/v1/forms?limit=10&q=a%20b', 'account'],
    ['POST', '/api/auth/sign-in', 'account'],
    ['DELETE', '/api/v1/forms/1/submissions/2', 'account'],
    ['POST', '/mail-events/ses', 'account'],
    ['GET', '/s/abc123', 'account'],
    ['POST', '/confirm-address?token=abc', 'account'],
    ['GET', '/files/a?exp=1&sig=b', 'account'],
    ['GET', '/api', 'account'],
    ['GET', '/api/formsx', 'account'],
  ])('%s %s leads to %s, with the address as it is', async (method, path, service) => {
    const { url } = await startAll();
    expect((await ask(url + path, { method })).body).toBe(`${service} ${method} ${path}`);
  });

  it.each(['/', '/forms', '/forms/abc/submissions', '/faq', '/fancy'])('GET %s leads to the page', async (path) => {
    const { url } = await startAll();
    expect(await ask(url + path)).toMatchObject({ status: 200, body: page });
  });

  it('POST to the page leads nowhere', async () => {
    const { url } = await startAll();
    expect(await ask(`${url}/forms`, { method: 'POST' })).toMatchObject({ status: 404 });
  });
});

describe('a host of its own for files', () => {
  const start = async () => {
    const account = await startUpstream((request, response) => response.end(`account ${request.url}`));
    const operator = { FILES_URL: 'https://files.test' };
    return startGateway({ account: account.url, files: { 'index.html': page }, operator });
  };
  const files = { host: 'files.test' };

  it('has files and nothing else', async () => {
    const { url } = await start();
    expect(await ask(`${url}/files/a?sig=b`, { headers: files })).toMatchObject({ body: 'account /files/a?sig=b' });
    for (const path of ['/', '/forms', '/api/v1/me', '/f/abc', '/files'])
      expect((await ask(url + path, { headers: files })).status).toBe(404);
  });

  it('is the only one with files', async () => {
    const { url } = await start();
    for (const path of ['/files/a?sig=b', '/Files/a']) expect((await ask(url + path)).status).toBe(404);
    expect(await ask(url)).toMatchObject({ body: page });
  });
});

describe('what is not for the public', () => {
  it.each(['/livez', '/readyz', '/metrics', '/internal', '/internal/forms/abc', '/Metrics', '/livez/'])(
    '%s is not there on the public port',
    async (path) => {
      const { url } = await startAll();
      const answer = await ask(url + path);
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.body)).toEqual({ error: 'There is nothing at this address', code: 'not_found' });
    },
  );

  it('has a port of its own', async () => {
    const { probesUrl, url } = await startAll();
    expect((await ask(`${probesUrl}/livez`)).status).toBe(200);
    expect((await ask(`${probesUrl}/readyz`)).status).toBe(200);
    await ask(`${url}/forms`);
    expect((await ask(`${probesUrl}/metrics`)).body).toContain('inlet_http_request_duration_seconds_count');
    expect((await ask(`${probesUrl}/`)).status).toBe(404);
  });
});
