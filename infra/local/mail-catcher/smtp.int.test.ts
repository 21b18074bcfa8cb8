import { once } from 'node:events';
import { connect } from 'node:net';
import { createLogger } from '@inlet/service/logger';
import { expect, it, onTestFinished } from 'vitest';
import { deliver, letter, startTestCatcher } from '#mail-catcher/mail-catcher.test-setup.ts';
import { openSmtp } from '#mail-catcher/smtp.ts';

const tooMuch = 11 * 1024 * 1024;

const count = async (base: string) => ((await (await fetch(`${base}/api/mails`)).json()) as { mails: [] }).mails.length;

it('refuses a mail that is too large, for good and with the reason, and takes the next one', async () => {
  const { smtpPort, base } = await startTestCatcher();
  const source = letter(
    { Subject: 'x' },
    'a'
      .repeat(70)
      .concat('\r\n')
      .repeat(tooMuch / 72),
  );
  expect(await deliver(smtpPort, { source })).toMatch(/^552 .*larger than 10 MB/);
  expect(await deliver(smtpPort, { source: letter({}), announced: ` SIZE=${tooMuch}` })).toMatch(/^552 /);
  expect(await count(base)).toBe(0);
  expect(await deliver(smtpPort, { source: letter({ Subject: 'y' }) })).toMatch(/^250 /);
  expect(await count(base)).toBe(1);
});

it('refuses what cannot be read as a mail, for good', async () => {
  const { smtpPort, base } = await startTestCatcher();
  const depth = 200;
  const open = (n: number) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`;
  const source = Array.from({ length: depth }, (_, n) => open(n)).join('');
  expect(await deliver(smtpPort, { source })).toMatch(/^554 .*no mail that can be read/);
  expect(await count(base)).toBe(0);
});

it('takes a mail of nothing, and one whose bytes mean nothing', async () => {
  const { smtpPort, base } = await startTestCatcher();
  const noise = Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 256).filter((byte) => byte !== 46));
  expect(await deliver(smtpPort, { source: '' })).toMatch(/^250 /);
  expect(await deliver(smtpPort, { source: noise })).toMatch(/^250 /);
  expect(await count(base)).toBe(2);
});

it('writes no address and no word of a mail to the log', async () => {
  const { smtpPort, log } = await startTestCatcher();
  await deliver(smtpPort, { to: ['canary@example.test'], source: letter({ Subject: 'a canary' }, 'a canary') });
  expect(log()).toContain('mail kept');
  expect(log()).not.toContain('canary');
});

it('ends although a sender keeps its connection', async () => {
  const { smtpPort, close } = await startTestCatcher();
  const socket = connect(smtpPort, '127.0.0.1');
  const gone = once(socket, 'close');
  await once(socket, 'data');
  expect(await close()).toBe(0);
  await gone;
});

it('fails with the reason where its port is taken', async () => {
  const { smtpPort } = await startTestCatcher();
  const logger = createLogger({ service: 'mail', level: 'silent' });
  const options = { host: '127.0.0.1', port: smtpPort, mailbox: { keep: () => undefined }, logger };
  await expect(openSmtp(options)).rejects.toThrow('EADDRINUSE');
});

it('asks for a mail again that it could not keep', async () => {
  const logger = createLogger({ service: 'mail', level: 'silent' });
  const keep = () => {
    throw new Error('the disk is full');
  };
  const { port, close } = await openSmtp({ host: '127.0.0.1', port: 0, mailbox: { keep }, logger });
  onTestFinished(close);
  expect(await deliver(port, { source: letter({}) })).toMatch(/^4\d\d /);
});
