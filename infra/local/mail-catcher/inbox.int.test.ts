import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { CaughtMail, MailSummary } from '#mail-catcher/caught-mail.ts';
import { deliver, letter, startTestCatcher, type TestCatcher } from '#mail-catcher/mail-catcher.test-setup.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' };

async function mails({ base }: TestCatcher, query = ''): Promise<MailSummary[]> {
  const answer = (await (await fetch(`${base}/api/mails${query}`)).json()) as { mails: MailSummary[] };
  return answer.mails;
}

async function newest(catcher: TestCatcher): Promise<CaughtMail> {
  const [mail] = await mails(catcher);
  return (await (await fetch(`${catcher.base}/api/mails/${mail?.id}`)).json()) as CaughtMail;
}

const page = async ({ base }: TestCatcher, path: string) => (await fetch(base + path)).text();

/** Asks as a browser may that was led here under another name, which `fetch` does not let a caller do. */
function askAs({ base }: TestCatcher, method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const outgoing = request(base + path, { method, headers }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: await text(answer) });
    });
    outgoing.on('error', reject).end();
  });
}

describe('the inbox for programs', () => {
  it('lists mails, newest first, and gives each with its text and its HTML', async () => {
    const catcher = await startTestCatcher();
    const body = [
      '--b',
      'Content-Type: text/plain',
      '',
      'Hello',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>Hello',
      '--b--',
    ];
    const headers = {
      From: 'Inlet <no-reply@inlet.test>',
      Subject: 'First',
      'Message-ID': '<job-1@inlet.test>',
      'Content-Type': 'multipart/alternative; boundary=b',
    };
    expect(await deliver(catcher.smtpPort, { source: letter(headers, body.join('\r\n')) })).toMatch(/^250 /);
    const first = await newest(catcher);
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
    expect(await (await fetch(`${catcher.base}/email`)).json()).toMatchObject([
      {
        id: first.id,
        subject: 'First',
        from: [{ address: 'no-reply@inlet.test', name: 'Inlet' }],
        to: [{ address: 'ada@example.test', name: '' }],
        headers: { subject: 'First', 'message-id': '<job-1@inlet.test>' },
        text: first.text,
        html: first.html,
      },
    ]);
    await deliver(catcher.smtpPort, { source: letter({ Subject: 'Second' }) });
    expect((await mails(catcher)).map(({ subject }) => subject)).toEqual(['Second', 'First']);
    expect((await mails(catcher))[1]).toEqual({
      id: first.id,
      receivedAt: first.receivedAt,
      from: first.from,
      to: first.to,
      subject: first.subject,
    });
  });

  it('finds the mails to one address, in any case, hidden copies too, and nobody’s whose name ends alike', async () => {
    const catcher = await startTestCatcher();
    const source = letter({ To: 'ada@example.test', Subject: 'x' });
    await deliver(catcher.smtpPort, { to: ['Bob@example.test', 'ada@example.test'], source });
    await deliver(catcher.smtpPort, { to: ['notbob@example.test'], source });
    expect(await mails(catcher, '?to=bob@EXAMPLE.test')).toHaveLength(1);
    expect(await mails(catcher, '?to=eve@example.test')).toEqual([]);
    expect(await mails(catcher, '?to=')).toHaveLength(2);
  });

  it('refuses requests that it cannot understand, and knows nothing of a mail that is not there', async () => {
    const { base } = await startTestCatcher();
    const status = async (path: string) => (await fetch(base + path)).status;
    expect(await status('/api/mails?to=a&to=b')).toBe(422);
    expect(await status('/?to=a&to=b')).toBe(422);
    for (const id of ['000000000001', '..%2Fsupervisor', '%00', 'x'.repeat(300)]) {
      expect([id, await status(`/api/mails/${id}`)]).toEqual([id, 404]);
      expect([id, await status(`/mails/${id}`)]).toEqual([id, 404]);
      expect([id, await status(`/mails/${id}/html`)]).toEqual([id, 404]);
    }
  });

  it('deletes everything when it is told to, by a program or by a person', async () => {
    const catcher = await startTestCatcher();
    for (const [method, path, status] of [['DELETE', '/api/mails', 204] as const, ['POST', '/delete', 303] as const]) {
      await deliver(catcher.smtpPort, { source: letter({ Subject: 'x' }) });
      const { id } = await newest(catcher);
      expect((await fetch(catcher.base + path, { method, redirect: 'manual' })).status).toBe(status);
      expect(await mails(catcher)).toEqual([]);
      expect((await fetch(`${catcher.base}/api/mails/${id}`)).status).toBe(404);
    }
  });
});

describe('the inbox for people', () => {
  it('shows what a mail says and never does it', async () => {
    const catcher = await startTestCatcher();
    const attack = '<script>alert(1)</script>"\'&';
    const source = letter({ From: `"${attack.replaceAll('"', '')}" <a@b.test>`, Subject: attack, ...html }, attack);
    await deliver(catcher.smtpPort, { to: ['<i>@example.test'.replace('<i>', 'i&amp')], source });
    const { id } = await newest(catcher);
    for (const shown of [await page(catcher, '/'), await page(catcher, `/mails/${id}`)]) {
      expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
      expect(shown).toContain('i&amp;amp@example.test');
      expect(shown).not.toContain('<script');
    }
  });

  it('keeps a mail’s HTML behind a sandbox and a policy that let nothing run and nothing load', async () => {
    const catcher = await startTestCatcher();
    const body = '<base href="https://evil.test"><script>alert(1)</script><a href="https://inlet.test/x">go</a>';
    await deliver(catcher.smtpPort, { source: letter(html, body) });
    const { id } = await newest(catcher);
    const outer = await page(catcher, `/mails/${id}`);
    expect(outer).toContain(
      `<iframe src="/mails/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail">`,
    );
    const frame = await fetch(`${catcher.base}/mails/${id}/html`);
    const policy = (frame.headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        'sandbox allow-popups allow-popups-to-escape-sandbox',
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ]),
    );
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
    const catcher = await startTestCatcher();
    const body = 'Open (https://inlet.test/auth?mode=reset&token=a_b-c). Not javascript:alert(1) "https://x.test"';
    await deliver(catcher.smtpPort, { source: letter({ 'Content-Type': 'text/plain' }, body) });
    const shown = await page(catcher, `/mails/${(await newest(catcher)).id}`);
    const links = [...shown.matchAll(/<a href="(h[^"]*)"/g)].map(([, url]) => url);
    expect(links).toEqual(['https://inlet.test/auth?mode=reset&amp;token=a_b-c', 'https://x.test']);
  });

  it('reads the scripts of the world, and keeps going where there is no such charset', async () => {
    const catcher = await startTestCatcher();
    const shalom = Buffer.from([0xf9, 0xec, 0xe5, 0xed]);
    const cases = [
      ['text/plain; charset=iso-8859-8', '=?iso-8859-8?B?+ezl7Q==?=', shalom, 'שלום'],
      ['text/plain; charset=utf-8', '=?utf-8?Q?=F0=9F=91=8B?=', Buffer.from('👋'), '👋'],
      ['text/plain; charset=koi8-r', '=?koi8-r?B?8NLJ18XU?=', Buffer.from('8NLJ18XU', 'base64'), 'Привет'],
    ] as const;
    for (const [type, subject, body, expected] of cases) {
      await deliver(catcher.smtpPort, { source: letter({ Subject: subject, 'Content-Type': type }, body) });
      const mail = await newest(catcher);
      expect([mail.subject, mail.text?.trim()]).toEqual([expected, expected]);
    }
    const source = letter({ Subject: '=?x-none?Q?abc?=', 'Content-Type': 'text/plain; charset=x-none' }, 'plain');
    expect(await deliver(catcher.smtpPort, { source })).toMatch(/^250 /);
    expect((await newest(catcher)).text?.trim()).toBe('plain');
  });

  it('names attached files, with any name', async () => {
    const catcher = await startTestCatcher();
    const name = '../<b>"x\'.html';
    const type = "Content-Disposition: attachment; filename*=utf-8''..%2F%3Cb%3E%22x%27.html";
    const body = ['--b', 'Content-Type: text/html', type, '', '<script>1</script>', '--b--'].join('\r\n');
    const source = letter({ 'Content-Type': 'multipart/mixed; boundary=b' }, body);
    await deliver(catcher.smtpPort, { source });
    const mail = await newest(catcher);
    expect(mail.attachments).toEqual([{ name, type: 'text/html', bytes: expect.any(Number) }]);
    expect(await page(catcher, `/mails/${mail.id}`)).toContain('../&lt;b&gt;&quot;x&#39;.html (text/html, ');
  });

  it('says so where there is nothing, and gives a mail without a subject a name', async () => {
    const catcher = await startTestCatcher();
    expect(await page(catcher, '/')).toContain('No mail yet.');
    expect(await page(catcher, '/mails/1')).toContain('There is no such mail');
    await deliver(catcher.smtpPort, { source: letter({}) });
    expect(await page(catcher, '/')).toContain('>(no subject)</a>');
    expect(await page(catcher, '/?to=eve@example.test')).toContain('No mail to this address.');
    expect((await fetch(`${catcher.base}/inbox.css`)).headers.get('content-type')).toContain('text/css');
  });
});

describe('who may look', () => {
  it('is this machine alone', async () => {
    const catcher = await startTestCatcher();
    const others = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of others) {
      await expect(fetch(catcher.base.replace('127.0.0.1', address))).rejects.toThrow();
    }
    expect((await fetch(`${catcher.base}/readyz`)).status).toBe(200);
  });

  it('is no website that leads its visitor’s browser here', async () => {
    const catcher = await startTestCatcher();
    await deliver(catcher.smtpPort, { source: letter({ Subject: 'x' }) });
    const port = new URL(catcher.base).port;
    const own = { host: `localhost:${port}` };
    expect(await askAs(catcher, 'GET', '/api/mails', { host: `evil.test:${port}` })).toMatchObject({ status: 403 });
    expect(await askAs(catcher, 'POST', '/delete', { ...own, origin: 'https://evil.test' })).toMatchObject({
      status: 403,
    });
    expect(await askAs(catcher, 'POST', '/delete', { ...own, origin: 'null' })).toMatchObject({ status: 403 });
    expect(await mails(catcher)).toHaveLength(1);
    const origin = `http://localhost:${port}`;
    expect(await askAs(catcher, 'POST', '/delete', { ...own, origin })).toMatchObject({ status: 303 });
    expect(await mails(catcher)).toEqual([]);
  });
});
