import { once } from 'node:events';
import { connect } from 'node:net';
import { createLogger } from '@inlet/process/logger';
import { expect, it, onTestFinished } from 'vitest';
import { deliver, letter, startTestCatcher } from '#mail-catcher/mail-catcher.test-setup.ts';
import { openSmtp } from '#mail-catcher/smtp.ts';

const tooMuch = 11 * 1024 * 1024;

it('refuses a mail that is too large, for good and with the reason, and takes the next one', async () => {
  const { deliver, mails } = await startTestCatcher();
  const source = letter({ Subject: 'x' }, `${'a'.repeat(70)}\r\n`.repeat(tooMuch / 72));
  expect(await deliver({ source })).toMatch(/^552 .*larger than 10 MB/);
  expect(await deliver({ source: letter({}), announced: ` SIZE=${tooMuch}` })).toMatch(/^552 /);
  expect(await mails()).toHaveLength(0);
  expect(await deliver({ source: letter({ Subject: 'y' }) })).toMatch(/^250 /);
  expect(await mails()).toHaveLength(1);
});

it('refuses what cannot be read as a mail, for good', async () => {
  const { deliver, mails } = await startTestCatcher();
  const depth = 200;
  const open = (n: number) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`;
  const source = Array.from({ length: depth }, (_, n) => open(n)).join('');
  expect(await deliver({ source })).toMatch(/^554 .*no mail that can be read/);
  expect(await mails()).toHaveLength(0);
});

it('takes a mail of nothing, and one whose bytes mean nothing', async () => {
  const { deliver, mails } = await startTestCatcher();
  const noise = Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 256).filter((byte) => byte !== 46));
  expect(await deliver({ source: '' })).toMatch(/^250 /);
  expect(await deliver({ source: noise })).toMatch(/^250 /);
  expect(await mails()).toHaveLength(2);
});

it('writes no address and no word of a mail to the log', async () => {
  const { deliver, log } = await startTestCatcher();
  await deliver({ to: ['canary@example.test'], source: letter({ Subject: 'a canary' }, 'a canary') });
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
