import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Express } from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nameSubject, requestId } from '#app.ts';
import { HttpError } from '#errors.ts';
import { readJson } from '#read-body.ts';
import { nameArea } from '#route-template.ts';
import { type ServedApp, serveApp } from '#served-app.test-setup.ts';

const made = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-z]+$/;
let app: ServedApp;

async function serve(routes: (app: Express) => void): Promise<ServedApp> {
  app = await serveApp({ routes });
  return app;
}

async function answerOf(response: Response) {
  return { status: response.status, body: await response.json() };
}

afterEach(async () => {
  await app.close();
});

describe('the request id', () => {
  const routes = (app: Express) => {
    app.get('/id', (_request, response) => {
      response.json({ id: requestId(response) });
    });
    app.get('/broken', () => {
      throw new Error('broken');
    });
  };

  it('is made for a caller who brings none, and told to the route and in the answer', async () => {
    const { url } = await serve(routes);
    const response = await fetch(`${url}/id`);
    expect(response.headers.get('x-request-id')).toMatch(made);
    expect(await response.json()).toEqual({ id: response.headers.get('x-request-id') });
  });

  it('is kept when a caller brings a good one', async () => {
    const { url } = await serve(routes);
    const response = await fetch(`${url}/id`, { headers: { 'x-request-id': 'from-the-gateway' } });
    expect(response.headers.get('x-request-id')).toBe('from-the-gateway');
  });

  it('is replaced when a caller brings an ugly one', async () => {
    const { url } = await serve(routes);
    const response = await fetch(`${url}/id`, { headers: { 'x-request-id': '<script>alert(1)</script>' } });
    expect(response.headers.get('x-request-id')).toMatch(made);
  });

  it.each(['/broken', '/nowhere', '/livez'])('is also on the response of %s', async (path) => {
    const { url } = await serve(routes);
    const response = await fetch(url + path, { headers: { 'x-request-id': 'abcd-1234' } });
    expect(response.headers.get('x-request-id')).toBe('abcd-1234');
  });
});

describe('an error', () => {
  it('that is unexpected is a generic 500 outside, and a logged error with its cause inside', async () => {
    const { url, lines } = await serve((app) => {
      app.get('/broken', async () => {
        throw new Error('the password of the database is hunter2');
      });
    });
    const response = await fetch(`${url}/broken`, { headers: { 'x-request-id': 'abcd-1234' } });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toEqual({ error: 'Server error', code: 'server_error' });
    const logged = lines.find(({ msg }) => msg === 'http: request failed');
    expect(logged).toMatchObject({ level: 50, requestId: 'abcd-1234', status: 500 });
    expect(logged?.err).toMatchObject({ message: 'the password of the database is hunter2' });
  });

  it('that was meant keeps its status, code, sentence, issues and headers, and is news for the log', async () => {
    const issues = [{ field: 'name', message: 'Name is required' }];
    const { url, lines } = await serve((app) => {
      app.get('/refused', () => {
        throw new HttpError(429, 'too_many', 'Please wait', { issues, headers: { 'retry-after': '7' } });
      });
    });
    const response = await fetch(`${url}/refused`);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await answerOf(response)).toEqual({ status: 429, body: { error: 'Please wait', code: 'too_many', issues } });
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'http: request refused', level: 30, status: 429, code: 'too_many' }),
    );
  });

  it('after the first byte breaks the connection, so that half an answer never passes for a whole one', async () => {
    const { url, lines } = await serve((app) => {
      app.get('/half', (_request, response) => {
        response.write('the first half');
        throw new Error('the second half is gone');
      });
    });
    await expect(fetch(`${url}/half`).then((response) => response.text())).rejects.toThrow();
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'http: request failed' }));
  });

  it.each(['/nowhere', '/%ff'])('reports that there is nothing at %s', async (path) => {
    const { url } = await serve((app) => {
      app.get('/:form/known', (_request, response) => {
        response.end();
      });
      app.get('/:onlyDecoded', (_request, _response, next) => next());
    });
    expect(await answerOf(await fetch(url + path))).toEqual({
      status: 404,
      body: { error: 'There is nothing at this address', code: 'not_found' },
    });
  });
});

describe('the log line of a refusal', () => {
  it('has the template of the route, the network, and the form and the account where they are known', async () => {
    app = await serveApp({
      trust: { trustedProxies: 1 },
      routes: (routes) => {
        routes.delete('/api/v1/forms/:id', (_request, response) => {
          nameSubject(response, { userId: 'user-1' });
          nameSubject(response, { formId: 'form-1' });
          throw new HttpError(404, 'form_not_found', 'Form not found');
        });
      },
    });
    const headers = { 'x-request-id': 'abcd-1234', 'x-forwarded-for': '203.0.113.77' };
    await fetch(`${app.url}/api/v1/forms/canary?q=canary`, { method: 'DELETE', headers });
    const line = app.lines.find(({ msg }) => msg === 'http: request refused');
    expect(line).toMatchObject({
      ...{ requestId: 'abcd-1234', method: 'DELETE', route: '/api/v1/forms/:id', network: '203.0.113.0/24' },
      ...{ status: 404, code: 'form_not_found', userId: 'user-1', formId: 'form-1' },
    });
    expect(JSON.stringify(line)).not.toMatch(/canary|113\.77/);
  });

  it('is not written for each of a flood, whose number is written when the process closes', async () => {
    const { url, lines, lifecycle } = await serve(() => undefined);
    await Promise.all(Array.from({ length: 100 }, () => fetch(`${url}/nowhere`)));
    await lifecycle.close('test');
    const refused = lines.filter(({ msg }) => /refused/.test(msg));
    expect(refused.length).toBeLessThan(30);
    expect(refused.reduce((sum, { count }) => sum + (typeof count === 'number' ? count : 1), 0)).toBe(100);
  });
});

describe('the security headers', () => {
  const fixed = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
  const policy = "default-src 'none'; frame-ancestors 'none'";
  const routes = (app: Express) => {
    app.get('/data', (_request, response) => {
      response.json({});
    });
    app.get('/stream', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(':\n\n');
    });
    app.get('/page', (_request, response) => {
      response.set('content-security-policy', "default-src 'self'").type('html').send('<p>');
    });
    app.get('/half-page', (_request, response) => {
      response.set('content-security-policy', "default-src 'self'");
      throw new Error('broken');
    });
    app.post('/large', readJson(10));
  };
  const headersOf = async (path: string, init: RequestInit = {}) =>
    Object.fromEntries((await fetch(app.url + path, init)).headers);
  const tooLong = { method: 'POST', body: '"0123456789"', headers: { 'content-type': 'application/json' } };

  it.each<[string, RequestInit]>([
    ['/data', {}],
    ['/stream', {}],
    ['/half-page', {}],
    ['/nowhere', {}],
    ['/large', tooLong],
    ['/livez', {}],
    ['/readyz', {}],
    ['/metrics', {}],
  ])('stand on the answer of %s', async (path, init) => {
    app = await serveApp({ routes, publicUrl: 'https://inlet.example' });
    expect(await headersOf(path, init)).toMatchObject({
      ...fixed,
      'content-security-policy': policy,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  it.each<[string, RequestInit]>([
    ['/half-page', {}],
    ['/nowhere', {}],
    ['/large', tooLong],
    ['/livez', {}],
    ['/metrics', {}],
  ])('keep the answer of %s out of every cache', async (path, init) => {
    app = await serveApp({ routes });
    expect(await headersOf(path, init)).toMatchObject({ 'cache-control': 'no-store' });
  });

  it('leave a page the policy that it sets for itself', async () => {
    await serve(routes);
    expect(await headersOf('/page')).toMatchObject({ ...fixed, 'content-security-policy': "default-src 'self'" });
  });

  it.each([undefined, 'http://localhost:8080'])(
    'promise no HTTPS where the public address is %s',
    async (publicUrl) => {
      app = await serveApp({ routes, ...(publicUrl !== undefined && { publicUrl }) });
      expect(await headersOf('/data')).not.toHaveProperty('strict-transport-security');
    },
  );
});

describe('a JSON body', () => {
  const routes = (app: Express) => {
    app.post('/', readJson(1_024), (request, response) => {
      response.json(request.body);
    });
  };
  const post = (url: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  it('reaches the route when it is well formed', async () => {
    const { url } = await serve(routes);
    expect(await answerOf(await post(url, '{"a":1}'))).toEqual({ status: 200, body: { a: 1 } });
  });

  it('is refused with 400 when it is malformed, without the message of the parser', async () => {
    const { url } = await serve(routes);
    expect(await answerOf(await post(url, '{"a":'))).toEqual({
      status: 400,
      body: { error: 'The body could not be read as JSON', code: 'malformed_body' },
    });
  });

  it('is refused with 413 when it is too large', async () => {
    const { url } = await serve(routes);
    expect(await answerOf(await post(url, JSON.stringify('x'.repeat(1_100))))).toEqual({
      status: 413,
      body: { error: 'The body is too large', code: 'too_large' },
    });
  });

  it.each([
    ['an encoding', { 'content-encoding': 'gzip' }],
    ['a charset', { 'content-type': 'application/json; charset=klingon' }],
  ])('is refused with 415 when it has %s that nobody knows', async (_, headers) => {
    const { url } = await serve(routes);
    expect(await answerOf(await post(url, '{"a":1}', headers))).toMatchObject({
      status: 415,
      body: { code: 'unsupported_type' },
    });
  });
});

describe('while the process is closing', () => {
  it('every answer asks for no further request on its connection', async () => {
    const { url, lifecycle } = await serve(() => undefined);
    expect((await fetch(`${url}/livez`)).headers.get('connection')).not.toBe('close');
    await lifecycle.close('test');
    expect((await fetch(`${url}/livez`)).headers.get('connection')).toBe('close');
  });

  it('ends a connection with an answer that was under way before', async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    const { url, lifecycle } = await serve((app) =>
      app.get('/slow', (_request, response) => arrived.resolve(response)),
    );
    const answer = fetch(`${url}/slow`);
    const response = await arrived.promise;
    await lifecycle.close('test');
    response.end('whole');
    expect((await answer).headers.get('connection')).toBe('close');
  });
});

describe('measuring', () => {
  const routes = (app: Express) => {
    app.get('/api/v1/forms/:formId', (_request, response) => {
      response.end();
    });
  };
  const measured = async ({ metrics }: ServedApp) => {
    const counts = (await metrics.registry.metrics()).matchAll(
      /^inlet_http_request_duration_seconds_count\{(.*)\} (.*)$/gm,
    );
    return [...counts].map(([, labels = '', value]) => ({ labels, value: Number(value) }));
  };
  /** A response is counted a moment after it was sent. */
  const counted = (served: ServedApp, goal: number) =>
    vi.waitFor(
      async () => {
        const [count] = await measured(served);
        expect(count?.value).toBe(goal);
        return count?.labels;
      },
      { timeout: 60_000 },
    );

  it('counts by the template of the route and never by the address', async () => {
    const served = await serve(routes);
    for (const path of ['/api/v1/forms/f-1', '/api/v1/forms/f-2', '/API/v1/Forms/f-3']) await fetch(served.url + path);
    expect(await counted(served, 3)).toContain('method="GET",route="/api/v1/forms/:formId",status="200"');
  });

  it('counts a refusal by the whole template as well', async () => {
    const served = await serve((app) => {
      app.get('/api/v1/forms/:formId', () => {
        throw new HttpError(404, 'form_not_found', 'Form not found');
      });
    });
    await fetch(`${served.url}/api/v1/forms/f-1`);
    expect(await counted(served, 1)).toContain('route="/api/v1/forms/:formId",status="404"');
  });

  it('counts what was refused before it reached a route by its area', async () => {
    const served = await serve((app) => {
      app.use('/api', nameArea, () => {
        throw new HttpError(401, 'unauthorized', 'Sign in to continue');
      });
    });
    await fetch(`${served.url}/API/v1/forms/f-1`);
    expect(await counted(served, 1)).toContain('route="/api/*",status="401"');
  });

  it('counts what led nowhere under one name', async () => {
    const served = await serve(routes);
    for (const path of ['/wp-login.php', '/api/v1/nothing']) await fetch(served.url + path);
    await counted(served, 2);
    const routesSeen = new Set((await measured(served)).map(({ labels }) => /route="([^"]*)"/.exec(labels)?.[1]));
    expect([...routesSeen]).toEqual(['none']);
  });
});

describe('its description of itself', () => {
  it('does not name the framework', async () => {
    const { url } = await serve(() => undefined);
    expect((await fetch(url)).headers.get('x-powered-by')).toBeNull();
  });

  it('does not repeat a request, as TRACE would', async () => {
    const { url } = await serve((served) => {
      served.get('/here', (_request, response) => void response.end());
    });
    const outgoing = request(`${url}/here`, { method: 'TRACE', headers: { cookie: 'secret=1' } }).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect([answer.statusCode, await text(answer)]).toEqual([404, expect.not.stringMatching(/secret|TRACE/)]);
  });
});
