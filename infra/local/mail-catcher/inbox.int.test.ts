import { once } from 'node:events';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { beforeEach, describe, expect, it } from 'vitest';
import { letter, startTestCatcher, type TestCatcher } from '#mail-catcher/mail-catcher.test-setup.ts';

let catcher: TestCatcher;

beforeEach(async () => {
  catcher = await startTestCatcher();
});

const html = { 'Content-Type': 'text/html; charset=utf-8' };

/** Sends a request as a browser that was led here under another host name, which `fetch` does not allow. */
async function statusAs(method: string, path: string, headers: Record<string, string>) {
  const [answer] = await once(request(catcher.base + path, { method, headers }).end(), 'response');
  answer.resume();
  return answer.statusCode;
}

describe('the inbox for programs', () => {
  it('lists mails, newest first, and gives each with its text and its HTML', async () => {
    const body = ['text/plain\r\n\r\nHello', 'text/html\r\n\r\n<p>Hello'].map(
      (part) => `--b\r\nContent-Type: ${part}\r\n`,
    );
    const headers = {
      From: 'Inlet <no-reply@inlet.test>',
      Subject: 'First',
      'Message-ID': '<job-1@inlet.test>',
      'Content-Type': 'multipart/alternative; boundary=b',
    };
    expect(await catcher.deliver({ source: letter(headers, `${body.join('')}--b--`) })).toMatch(/^250 /);
    const first = await catcher.newest();
    expect(first).toMatchObject({
      from: 'Inlet <no-reply@inlet.test>',
      to: ['ada@example.test'],
      subject: 'First',
      messageId: '<job-1@inlet.test>',
      text: expect.stringMatching(/^Hello\s*$/),
      html: expect.stringMatching(/^<p>Hello\s*$/),
      attachments: [],
    });
    expect(first.headers).toContainEqual({ name: 'subject', value: 'First' });
    await catcher.deliver({ source: letter({ Subject: 'Second' }) });
    expect((await catcher.mails()).map(({ subject }) => subject)).toEqual(['Second', 'First']);
    const { id, receivedAt, from, to, subject } = first;
    expect((await catcher.mails())[1]).toEqual({ id, receivedAt, from, to, subject });
  });

  it('finds the mails to one address, in any case, hidden copies too, and nobody’s whose name ends alike', async () => {
    const source = letter({ To: 'ada@example.test', Subject: 'x' });
    await catcher.deliver({ to: ['Bob@example.test', 'ada@example.test'], source });
    await catcher.deliver({ to: ['notbob@example.test'], source });
    expect(await catcher.mails('?to=bob@EXAMPLE.test')).toHaveLength(1);
    expect(await catcher.mails('?to=eve@example.test')).toEqual([]);
    expect(await catcher.mails('?to=')).toHaveLength(2);
  });

  it('refuses requests that it cannot understand, and knows nothing of a mail that is not there', async () => {
    const status = async (path: string) => (await fetch(catcher.base + path)).status;
    expect(await status('/api/mails?to=a&to=b')).toBe(422);
    expect(await status('/?to=a&to=b')).toBe(422);
    for (const id of ['000000000001', '..%2Fsupervisor', '%00', 'x'.repeat(300)]) {
      expect([id, await status(`/api/mails/${id}`)]).toEqual([id, 404]);
      expect([id, await status(`/mails/${id}`)]).toEqual([id, 404]);
      expect([id, await status(`/mails/${id}/html`)]).toEqual([id, 404]);
    }
  });

  it('deletes everything when it is told to, by a program or by a person', async () => {
    for (const [method, path, status] of [['DELETE', '/api/mails', 204] as const, ['POST', '/delete', 303] as const]) {
      await catcher.deliver({ source: letter({ Subject: 'x' }) });
      const { id } = await catcher.newest();
      expect((await fetch(catcher.base + path, { method, redirect: 'manual' })).status).toBe(status);
      expect(await catcher.mails()).toEqual([]);
      expect((await fetch(`${catcher.base}/api/mails/${id}`)).status).toBe(404);
    }
  });
});

describe('the inbox for people', () => {
  it('shows what a mail says and never does it', async () => {
    const attack = '<script>alert(1)</script>"\'&';
    const source = letter({ From: `"${attack.replaceAll('"', '')}" <a@b.test>`, Subject: attack, ...html }, attack);
    await catcher.deliver({ to: ['<i>@example.test'.replace('<i>', 'i&amp')], source });
    const { id } = await catcher.newest();
    for (const shown of [await catcher.page('/'), await catcher.page(`/mails/${id}`)]) {
      expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
      expect(shown).toContain('i&amp;amp@example.test');
      expect(shown).not.toContain('<script');
    }
  });

  it('keeps a mail’s HTML behind a sandbox and a policy that let nothing run and nothing load', async () => {
    const body = '<base href="https://evil.test"><script>alert(1)</script><a href="https://inlet.test/x">go</a>';
    await catcher.deliver({ source: letter(html, body) });
    const { id } = await catcher.newest();
    const outer = await catcher.page(`/mails/${id}`);
    expect(outer).toContain(
      `<iframe src="/mails/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail">`,
    );
    const frame = await fetch(`${catcher.base}/mails/${id}/html`);
    const policy = (frame.headers.get('content-security-policy') ?? '').split('; ');
    const wanted = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'"];
    expect(policy).toEqual(expect.arrayContaining(['sandbox allow-popups allow-popups-to-escape-sandbox', ...wanted]));
    expect(policy.filter((rule) => rule.includes('script') || rule.includes('http'))).toEqual([]);
    expect(await frame.text()).toContain('<base target="_blank"><base href="https://evil.test">');
    expect(frame.headers.get('referrer-policy')).toBe('no-referrer');
    const own = (await fetch(catcher.base)).headers;
    expect(own.get('content-security-policy')).toContain("default-src 'none'");
    expect(own.get('content-security-policy')).toContain("frame-ancestors 'none'");
    // A stricter one takes the origin from the form that deletes, which is then refused.
    expect(own.get('referrer-policy')).toBe('same-origin');
  });

  it('makes the addresses in plain text links, and nothing else', async () => {
    const body = 'Open (https://inlet.test/auth?mode=reset&token=a_b-c). Not javascript:alert(1) "https://x.test"';
    await catcher.deliver({ source: letter({ 'Content-Type': 'text/plain' }, body) });
    const shown = await catcher.page(`/mails/${(await catcher.newest()).id}`);
    const links = [...shown.matchAll(/<a href="(h[^"]*)"/g)].map(([, url]) => url);
    expect(links).toEqual(['https://inlet.test/auth?mode=reset&amp;token=a_b-c', 'https://x.test']);
  });

  it('reads the scripts of the world, and keeps going where there is no such charset', async () => {
    const shalom = Buffer.from([0xf9, 0xec, 0xe5, 0xed]);
    const cases = [
      ['text/plain; charset=iso-8859-8', '=?iso-8859-8?B?+ezl7Q==?=', shalom, 'שלום'],
      ['text/plain; charset=utf-8', '=?utf-8?Q?=F0=9F=91=8B?=', Buffer.from('👋'), '👋'],
      ['text/plain; charset=koi8-r', '=?koi8-r?B?8NLJ18XU?=', Buffer.from('8NLJ18XU', 'base64'), 'Привет'],
    ] as const;
    for (const [type, subject, body, expected] of cases) {
      await catcher.deliver({ source: letter({ Subject: subject, 'Content-Type': type }, body) });
      const mail = await catcher.newest();
      expect([mail.subject, mail.text?.trim()]).toEqual([expected, expected]);
    }
    const source = letter({ Subject: '=?x-none?Q?abc?=', 'Content-Type': 'text/plain; charset=x-none' }, 'plain');
    expect(await catcher.deliver({ source })).toMatch(/^250 /);
    expect((await catcher.newest()).text?.trim()).toBe('plain');
  });

  it('names attached files, with any name', async () => {
    const name = '../<b>"x\'.html';
    const type = "Content-Disposition: attachment; filename*=utf-8''..%2F%3Cb%3E%22x%27.html";
    const body = ['--b', 'Content-Type: text/html', type, '', '<script>1</script>', '--b--'].join('\r\n');
    await catcher.deliver({ source: letter({ 'Content-Type': 'multipart/mixed; boundary=b' }, body) });
    const mail = await catcher.newest();
    expect(mail.attachments).toEqual([{ name, type: 'text/html', bytes: expect.any(Number) }]);
    expect(await catcher.page(`/mails/${mail.id}`)).toContain('../&lt;b&gt;&quot;x&#39;.html (text/html, ');
  });

  it('says so where there is nothing, and gives a mail without a subject a name', async () => {
    expect(await catcher.page('/')).toContain('No mail yet.');
    expect(await catcher.page('/mails/1')).toContain('There is no such mail');
    await catcher.deliver({ source: letter({}) });
    expect(await catcher.page('/')).toContain('>(no subject)</a>');
    expect(await catcher.page('/?to=eve@example.test')).toContain('No mail to this address.');
    expect((await fetch(`${catcher.base}/inbox.css`)).headers.get('content-type')).toContain('text/css');
  });
});

describe('who may look', () => {
  it('is this machine alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of others) {
      await expect(fetch(catcher.base.replace('127.0.0.1', address))).rejects.toThrow();
    }
    expect((await fetch(`${catcher.base}/readyz`)).status).toBe(200);
  });

  it('is no website that leads its visitor’s browser here', async () => {
    await catcher.deliver({ source: letter({ Subject: 'x' }) });
    const port = new URL(catcher.base).port;
    const own = { host: `localhost:${port}` };
    expect(await statusAs('GET', '/api/mails', { host: `evil.test:${port}` })).toBe(403);
    for (const origin of ['https://evil.test', 'null']) {
      expect(await statusAs('POST', '/delete', { ...own, origin })).toBe(403);
    }
    expect(await catcher.mails()).toHaveLength(1);
    const origin = `http://localhost:${port}`;
    expect(await statusAs('POST', '/delete', { ...own, origin })).toBe(303);
    expect(await catcher.mails()).toEqual([]);
  });
});
