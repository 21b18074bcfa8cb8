import type { CheckFinding } from '@inlet/contracts/form-check';
import { createAllowList } from '@inlet/outbound/allow-list';
import { createOutbound } from '@inlet/outbound/create-outbound';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadPage, pageBytesMax } from '#form-checks/load-page.ts';
import { startPageServer } from '#form-checks/page-server.test-setup.ts';

const page = '<form></form>';
const site = () =>
  startPageServer((request, response) => {
    const [, path = '', count = '0'] = /^\/(\w+)\/?(\d*)/.exec(request.url ?? '') ?? [];
    const html = (body: string) => void response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    if (path === 'hop' && Number(count) > 0) response.writeHead(302, { location: `/hop/${Number(count) - 1}` }).end();
    else if (path === 'large') html('x'.repeat(pageBytesMax + 1));
    else if (path === 'full') html('x'.repeat(pageBytesMax));
    else if (path === 'picture') response.writeHead(200, { 'content-type': 'image/png' }).end('x');
    else if (path === 'missing') response.writeHead(404).end();
    else if (path === 'broken') response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy());
    else if (path === 'never') response.writeHead(200, { 'content-type': 'text/html' }).write('x');
    else if (path !== 'silent') html(page);
  });

async function load(url: string, { allow = ['127.0.0.0/8'], timeoutMs = 10_000 } = {}) {
  const outbound = createOutbound({ allow: createAllowList(allow), isPublic: () => false });
  onTestFinished(() => outbound.close());
  const findings: CheckFinding[] = [];
  const loaded = await loadPage({ outbound, timeoutMs }, url, findings, new AbortController().signal);
  return { loaded, ids: findings.map(({ id }) => id) };
}

it('follows three redirects and tells of them', async () => {
  const { origin } = await site();
  expect(await load(`${origin}/hop/3`)).toEqual({
    loaded: { url: `${origin}/hop/0`, html: page },
    ids: ['redirected'],
  });
  expect(await load(`${origin}/contact`)).toEqual({ loaded: { url: `${origin}/contact`, html: page }, ids: [] });
  expect(await load(`${origin}/hop/4`)).toEqual({ loaded: null, ids: ['too_many_redirects'] });
});

it('reads two megabytes', async () => {
  const { origin } = await site();
  expect((await load(`${origin}/full`)).loaded?.html).toHaveLength(pageBytesMax);
});

it.each([
  ['large', 'page_too_large'],
  ['picture', 'not_html'],
  ['missing', 'page_failed'],
  ['broken', 'page_broken'],
])('says what is wrong with a page: %s', async (path, id) => {
  expect(await load(`${(await site()).origin}/${path}`)).toEqual({ loaded: null, ids: [id] });
});

it.each(['silent', 'never'])('does not wait for a page that is %s', async (path) => {
  expect(await load(`${(await site()).origin}/${path}`, { timeoutMs: 100 })).toEqual({
    loaded: null,
    ids: ['page_slow'],
  });
});

describe('an address that the guard refuses', () => {
  it('gets no request, whether it is the first one or that of a redirect', async () => {
    const refused = await startPageServer((_, response) => void response.end(page));
    // One loopback address is allowed, and the other one is not.
    const allow = ['127.0.0.1'];
    const hidden = `http://127.0.0.2:${refused.port}/`;
    const first = await startPageServer((_, response) => void response.writeHead(302, { location: hidden }).end());
    expect(await load(hidden, { allow })).toEqual({ loaded: null, ids: ['not_https'] });
    expect(await load(first.origin, { allow })).toEqual({ loaded: null, ids: ['not_https'] });
    expect(await load(`https://127.0.0.2:${refused.port}/`, { allow })).toEqual({
      loaded: null,
      ids: ['address_refused'],
    });
    expect(await load('https://user:secret@127.0.0.1/', { allow })).toEqual({ loaded: null, ids: ['address_refused'] });
    expect(refused.countConnections()).toBe(0);
    expect(first.requests).toHaveLength(1);
  });
});
