import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '@inlet/http/server';
import { createMetrics } from '@inlet/observe/metrics';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import type { CaughtMail } from '#mail-catcher/caught-mail.ts';
import { createInbox } from '#mail-catcher/inbox.ts';
import { letter, startTestCatcher } from '#mail-catcher/mail-catcher.test-setup.ts';
import { openMailbox } from '#mail-catcher/mailbox.ts';

const read = async (url: string) => (await (await fetch(url)).json()) as CaughtMail[];

it('gives every mail whole in one list, newest first, or those to one address', async () => {
  const catcher = await startTestCatcher();
  const url = `${catcher.base}/messages.json`;
  expect(await read(url)).toEqual([]);
  const body = ['text/plain\r\n\r\nHello', 'text/html\r\n\r\n<p>Hello'].map(
    (part) => `--b\r\nContent-Type: ${part}\r\n`,
  );
  const headers = { Subject: 'First', 'X-Kind': 'a', 'Content-Type': 'multipart/alternative; boundary=b' };
  await catcher.deliver({ source: letter(headers, `${body.join('')}--b--`) });
  await catcher.deliver({ to: ['bob@example.test', 'eve@example.test'], source: letter({ Subject: 'Second' }, 'Bye') });
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const mails = (await answer.json()) as CaughtMail[];
  expect(mails).toEqual([
    expect.objectContaining({ to: ['bob@example.test', 'eve@example.test'], subject: 'Second', html: null }),
    expect.objectContaining({
      ...{ to: ['ada@example.test'], subject: 'First' },
      ...{ text: expect.stringMatching(/^Hello\s*$/), html: expect.stringMatching(/^<p>Hello\s*$/) },
      headers: expect.arrayContaining([{ name: 'x-kind', value: 'a' }]),
    }),
  ]);
  expect(mails[1]).toEqual(await (await fetch(`${catcher.base}/api/mails/${mails[1]?.id}`)).json());
  expect(await read(`${url}?to=EVE@example.test`)).toHaveLength(1);
  expect((await fetch(`${url}?to=a&to=b`)).status).toBe(422);
});

it('reads no more mails than its client takes, however large they are', async () => {
  const count = 60;
  const mailbox = openMailbox(await createDisposableFolder());
  for (let n = 0; n < count; n += 1) mailbox.keep(largeMail(n));
  let reads = 0;
  const counted = {
    ...mailbox,
    read: (id: string) => {
      reads += 1;
      return mailbox.read(id);
    },
  };
  const logger = createLogger({ service: 'mail', level: 'silent' });
  const lifecycle = createLifecycle({ logger, deadlineMs: 10_000 });
  onTestFinished(async () => void (await lifecycle.close('the test is over')));
  const app = createInbox({ mailbox: counted, logger, lifecycle, metrics: createMetrics('mail') });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  lifecycle.onClose('flush', 'http server', server.close);
  const asked = request({ port: server.port, path: '/messages.json' }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(reads).toBeLessThan(count / 2);
  const mails = (await json(answer)) as CaughtMail[];
  expect(mails.map(({ subject }) => subject)).toEqual(Array.from({ length: count }, (_, n) => String(count - 1 - n)));
  expect(reads).toBe(count);
});

const largeMail = (n: number) => ({
  ...{ receivedAt: new Date().toISOString(), from: 'inlet@example.test', to: ['ada@example.test'] },
  ...{ subject: String(n), messageId: null, headers: [], html: null, attachments: [] },
  text: 'x'.repeat(1_000_000),
});
